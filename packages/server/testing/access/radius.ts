import { decideRadiusAccess } from '@signet/contract/access/radius-sign-in'
import type { RadiusApplicationChange } from '@signet/contract/applications/radius-applications'
import type { z } from 'zod'
import { createRadiusAgent } from '../../src/modules/applications/radius-agents/index.ts'
import { createRadiusApplication } from '../../src/modules/applications/radius-applications/index.ts'
import type { TestApp } from '../test-app.ts'

/** A RADIUS application with an agent of its own. */
export const buildRadius = async (
  { ctx }: Pick<TestApp, 'ctx'>,
  change: Partial<z.output<typeof RadiusApplicationChange>> = {},
) => {
  const random = ctx.platform.ids.random(6).toString('hex')
  const agent = await createRadiusAgent(ctx, {
    name: `Agent ${random}`,
    description: '',
    enabled: true,
  })
  const made = await createRadiusApplication(ctx, { name: `VPN ${random}`, ...change })
  return {
    credential: agent.credential,
    agentId: agent.agent.id,
    applicationId: made.application.id,
    sharedSecret: made.sharedSecret,
  }
}

/** Asks as the agent does. */
export const radiusOf = (
  test: Pick<TestApp, 'call'>,
  radius: Awaited<ReturnType<typeof buildRadius>>,
) => {
  const { credential, applicationId } = radius
  const ask = (body: object) =>
    test.call(decideRadiusAccess, {
      body: { credential, applicationId, clientAddress: '192.0.2.7', ...body },
    })
  return {
    ask,
    async decide(body: object) {
      const answer = await ask(body)
      if (answer.status !== 200) throw new Error(answer.text)
      return decideRadiusAccess.answer.parse(answer.body)
    },
    pap: (password: string) => ({ proof: { kind: 'PAP', password } }),
  }
}
