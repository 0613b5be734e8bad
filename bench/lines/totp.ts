import { hotp, timeStep } from '@signet/algorithms/otp'
import {
  AuthenticationState,
  beginStepUp,
  completeAuthentication,
} from '@signet/contract/access/authentication'
import { startSession } from '@signet/server/modules/tenancy/sessions/index'
import { drive } from '../load/drive.ts'
import { expectStatus, type Http, lanes } from '../load/http.ts'
import { found } from '../report/finding.ts'
import { seedSoftTokens, softTokenSecret } from '../seed/soft-tokens.ts'
import { userIdOf, userKeyOf } from '../seed/users.ts'
import { goals } from './goals.ts'
import type { Measure, Stage } from './measure.ts'

/** A code counts once, so each check needs a token of its own. */
const checks = 12_000

interface Waiting {
  readonly session: string
  readonly authToken: string
}

const sessionOf = async ({ site }: Stage, user: number): Promise<string> => {
  const { session } = await site.seeding.ctx.transaction((ctx) =>
    startSession(ctx, {
      userId: userKeyOf(user),
      userName: userIdOf(user),
      kind: 'web',
      amr: ['pwd', 'otp'],
      acr: null,
      deviceId: null,
      keyThumbprint: null,
    }),
  )
  return session.jwt.token
}

const post = async (http: Http, path: string, [session, body]: readonly [string, unknown]) => {
  const headers = { authorization: `Bearer ${session}`, 'content-type': 'application/json' }
  const answer = await http.ask(path, { method: 'POST', headers, body: JSON.stringify(body) })
  return AuthenticationState.parse(JSON.parse(expectStatus(answer, 200).text))
}

/** Everything before the code is sent: a session, and the request to prove a factor again. */
const prepare = async (stage: Stage): Promise<Waiting[]> => {
  const waiting: Waiting[] = []
  const lane = async (from: number): Promise<void> => {
    for (let user = from; user < checks; user += lanes) {
      const session = await sessionOf(stage, user)
      const { authToken } = await post(stage.signet.http, beginStepUp.path, [session, {}])
      waiting.push({ session, authToken: authToken ?? '' })
    }
  }
  await Promise.all(Array.from({ length: lanes }, (_, index) => lane(index)))
  return waiting
}

const path = completeAuthentication.path.replace(':authenticator', 'TOKEN')

export const totpLine: Measure = {
  lines: [goals.totp],
  needs: ['beginStepUp', 'completeAuthentication'],
  async run(stage) {
    const { site, signet, seconds } = stage
    const { owner } = site
    const { ctx } = site.seeding
    await seedSoftTokens(owner, ctx.platform, { tenantId: ctx.tenant.id, from: 0, to: checks })
    const waiting = await prepare(stage)
    const parameters = { secret: softTokenSecret, digits: 6, algorithm: 'SHA1' } as const
    const operation = async (): Promise<void> => {
      const next = waiting.pop()
      if (next === undefined) return
      const response = hotp(parameters, timeStep(new Date(), 30))
      const body = { authToken: next.authToken, response }
      const state = await post(signet.http, path, [next.session, body])
      if (!state.authenticationCompleted) throw new Error('the code was not enough')
    }
    const more = (): boolean => waiting.length > 0
    const run = await drive({ measured: signet.measured, operation, seconds, warmSeconds: 3, more })
    await owner.query('delete from tokens where tenant_id = $1', [ctx.tenant.id])
    const name = 'Fastify and one durable INSERT'
    const ratio = run.perCore / (stage.calibrations.get(name)?.perCore ?? Number.NaN)
    return [found({ ...goals.totp, against: { name, ratio } }, run.perCore, run)]
  },
}
