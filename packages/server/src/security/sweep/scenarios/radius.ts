import { buildPerson, buildToken } from '../../../../testing/access/people.ts'
import { buildUser } from '../../../../testing/builders.ts'
import { keepSession } from '../../../modules/applications/radius-sessions/index.ts'
import { buildRadiusAgent, buildRadiusApplication } from '../radius-rows.ts'
import type { Scenario, Scenarios, World } from '../world.ts'

const name = ({ ctx }: World): string => `Named ${ctx.platform.ids.random(6).toString('hex')}`

const onApplication =
  (body?: (world: World) => unknown): Scenario =>
  async (world) => {
    const { id, sharedSecret } = await buildRadiusApplication(world.ctx)
    world.keep(sharedSecret)
    return { params: { id }, ...(body === undefined ? {} : { body: body(world) }) }
  }

const onAgent =
  (body?: (world: World) => unknown): Scenario =>
  async (world) => {
    const { id, credential } = await buildRadiusAgent(world.ctx)
    world.keep(credential)
    return { params: { id }, ...(body === undefined ? {} : { body: body(world) }) }
  }

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

export const radiusScenarios: Scenarios = {
  createRadiusApplication: (world) => ({ body: { name: name(world) } }),
  readRadiusApplication: onApplication(),
  updateRadiusApplication: onApplication((world) => ({ name: name(world) })),
  deleteRadiusApplication: onApplication(),
  generateRadiusSecret: async ({ ctx, keep }) => {
    const { id, sharedSecret } = await buildRadiusApplication(ctx)
    keep(sharedSecret)
    return { body: { id } }
  },
  listRadiusSessions: async ({ ctx, keep }) => {
    const { id, sharedSecret } = await buildRadiusApplication(ctx)
    keep(sharedSecret)
    await keepSession(ctx, {
      applicationId: id,
      clientAddress: '192.0.2.7',
      sessionId: 'a1',
      userName: (await buildUser(ctx)).userId,
      callingStationId: null,
      framedAddress: null,
      seconds: 0,
      inputBytes: '0',
      outputBytes: '0',
      endCause: null,
      isEnd: false,
    })
    return { params: { id } }
  },
  createRadiusAgent: (world) => ({ body: { name: name(world) } }),
  readRadiusAgent: onAgent(),
  updateRadiusAgent: onAgent((world) => ({ name: name(world) })),
  deleteRadiusAgent: onAgent(),
  renewRadiusCredential: onAgent(),
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
}
