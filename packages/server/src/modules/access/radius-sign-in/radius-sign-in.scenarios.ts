import { buildPerson, buildToken } from '../../../../testing/access/people.ts'
import { rowsOf } from '../../../security/sweep/looks.ts'
import { buildRadiusAgent, buildRadiusApplication } from '../../../security/sweep/radius-rows.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'
import type { Scenario, World } from '../../../security/sweep/world.ts'

/** What an agent says for an application. */
const asAgent =
  (body: (world: World) => Promise<object> | object): Scenario =>
  async (world) => {
    const agent = await buildRadiusAgent(world.ctx)
    const application = await buildRadiusApplication(world.ctx)
    world.keep(application.sharedSecret)
    const shared = { credential: world.keep(agent.credential), applicationId: application.id }
    return { body: { ...shared, clientAddress: '192.0.2.7', ...(await body(world)) } }
  }

/** A password and a code in one field. */
const signIn = async ({ ctx }: World) => {
  const user = await buildPerson(ctx)
  const token = await buildToken(ctx, user.id)
  return { user, token }
}

export const scenarios: SubjectScenarios = {
  calls: {
    readRadiusConfiguration: async ({ ctx, keep }) => ({
      body: { credential: keep((await buildRadiusAgent(ctx)).credential), version: '1' },
    }),
    decideRadiusAccess: asAgent(async (world) => {
      const { user, token } = await signIn(world)
      const { id, sharedSecret } = await buildRadiusApplication(world.ctx, {
        authenticationMethod: 'SOFT_HARDWARE_TOKEN_OTP',
      })
      world.keep(sharedSecret)
      const proof = { kind: 'PAP', password: token.code() }
      return { applicationId: id, userName: user.userId, proof }
    }),
    accountRadiusSession: asAgent(() => ({ status: 'START', sessionId: 'a1' })),
  },
  bodyIds: {
    // Of rejections that an agent counts; radius-audit.test.ts reports one of another's application.
    readRadiusConfiguration: null,
    // An agent’s credential stands before them: `radius-sign-in.test.ts` has applications of others.
    decideRadiusAccess: null,
    accountRadiusSession: null,
  },
  effects: {
    accountRadiusSession: rowsOf('radius_sessions'),
  },
  computes: {
    decideRadiusAccess: { proof: { kind: 'PAP', password: '000000' } },
  },
}
