import { hotp, timeStep } from '@signet/algorithms/otp'
import { decideRadiusAccess } from '@signet/contract/access/radius-sign-in'
import type { RadiusApplicationChange } from '@signet/contract/applications/radius-applications'
import { createRadiusAgent } from '@signet/server/modules/applications/radius-agents/index'
import { createRadiusApplication } from '@signet/server/modules/applications/radius-applications/index'
import type { z } from 'zod'
import { post } from '../checks/check.ts'
import { drive } from '../load/drive.ts'
import { found } from '../report/finding.ts'
import { seedTokens, tokenSecret } from '../seed/tokens.ts'
import { password, userIdOf } from '../seed/users.ts'
import { goals } from './goals.ts'
import type { About, Measure, Stage } from './measure.ts'

/** A code counts once, so each sign-in needs a person of its own. */
const mostSignIns = 12_000

type Change = Partial<z.output<typeof RadiusApplicationChange>>

const register = async ({ site: { seeding } }: Stage, change: Change) => {
  const { ctx } = seeding
  const name = `Measured ${ctx.platform.ids.random(6).toString('hex')}`
  const { credential } = await createRadiusAgent(ctx, { name, description: '', enabled: true })
  const { application } = await createRadiusApplication(ctx, { name, ...change })
  return { credential, applicationId: application.id }
}

const codeNow = (): string =>
  hotp({ secret: tokenSecret, digits: 6, algorithm: 'SHA1' }, timeStep(new Date(), 30))

interface Kind {
  readonly change: Change
  /** What is typed into the one field. */
  readonly typed: () => string
}

/** What an agent asks the service for one person after the other: the packet's part is the agent's. */
const radiusLine = (about: About, { change, typed }: Kind): Measure => ({
  lines: [about],
  needs: ['decideRadiusAccess'],
  async run(stage) {
    const { owner, seeding, users } = stage.site
    const people = Math.min(mostSignIns, users)
    const tenantId = seeding.ctx.tenant.id
    const range = { tenantId, from: 0, to: people, kind: 'OATH_TOTP' } as const
    await seedTokens(owner, seeding.ctx.platform, range)
    await owner.query('analyze')
    const asked = await register(stage, change)
    let next = people
    const { http, measured } = stage.signet
    const operation = async (): Promise<void> => {
      next -= 1
      const proof = { kind: 'PAP', password: typed() }
      const userName = userIdOf(next)
      const body = { ...asked, clientAddress: '192.0.2.7', userName, proof }
      const answer = await post(http, decideRadiusAccess.path, { session: null, body })
      const { decision } = decideRadiusAccess.answer.parse(answer)
      if (decision !== 'ACCEPT') throw new Error(`${userName} got ${decision}`)
    }
    const more = (): boolean => next > 0
    const run = await drive({ measured, operation, seconds: stage.seconds, warmSeconds: 3, more })
    await owner.query('delete from tokens where tenant_id = $1', [tenantId])
    return [found(about, run.perCore, run)]
  },
})

export const radiusCodeLine = radiusLine(goals.radiusCode, {
  change: { authenticationMethod: 'SOFT_HARDWARE_TOKEN_OTP' },
  typed: codeNow,
})

export const radiusPasswordLine = radiusLine(goals.radiusPassword, {
  change: {
    authenticationMethod: 'PASSWORD_PLUS_SOFT_HARDWARE_TOKEN',
    passwordFormat: 'PASSWORD_AND_CODE',
  },
  typed: () => `${password}${codeNow()}`,
})
