import { beginApplicationSignIn } from '@signet/contract/access/application-sign-in'
import { authenticateAdminApi } from '@signet/contract/applications/api-applications'
import type { ProgramType } from '@signet/rules/applications'
import { buildPerson, goodPassword } from '../../../testing/access/people.ts'
import { buildRole } from '../../../testing/builders.ts'
import type { Context } from '../../kit/context.ts'
import { createApiApplication } from '../../modules/applications/api-applications/index.ts'
import type { Scenario, Scenarios, World } from './world.ts'

const wanted = (ctx: Context) => ({
  name: `Program ${ctx.platform.ids.random(6).toString('hex')}`,
  description: '',
  enabled: true,
  addresses: [],
  tokenTtlSeconds: 3600,
})

/** A program with its secret; its role permits nothing unless given. */
export const buildApiApplication = async (
  ctx: Context,
  type: ProgramType,
  given: { readonly roleId?: string; readonly addresses?: readonly string[] } = {},
) => {
  const roleId = type === 'ADMIN_API' ? (given.roleId ?? (await buildRole(ctx, {}))) : undefined
  const { application, sharedSecret } = await createApiApplication(ctx, type, {
    ...wanted(ctx),
    ...given,
    ...(roleId === undefined ? {} : { roleId }),
  })
  return { id: application.id, name: application.name, roleId, sharedSecret }
}

const bodyFor = async ({ ctx }: World, type: ProgramType) => {
  const { name } = wanted(ctx)
  return type === 'ADMIN_API' ? { name, roleId: await buildRole(ctx, {}) } : { name }
}

const built = async (world: World, type: ProgramType) => {
  const made = await buildApiApplication(world.ctx, type)
  world.keep(made.sharedSecret)
  return made
}

const creating =
  (type: ProgramType): Scenario =>
  async (world) => ({ body: await bodyFor(world, type) })
const on =
  (type: ProgramType): Scenario =>
  async (world) => ({ params: { id: (await built(world, type)).id } })
const changing =
  (type: ProgramType): Scenario =>
  async (world) => ({
    params: { id: (await built(world, type)).id },
    body: await bodyFor(world, type),
  })
const rotating =
  (type: ProgramType): Scenario =>
  async (world) => ({
    params: { id: (await built(world, type)).id },
    body: { overlapHours: 1 },
  })

const stopping =
  (type: ProgramType): Scenario =>
  async (world) => ({
    params: { id: (await built(world, type)).id },
    body: { enabled: false, addresses: [] },
  })

const agent = 'APACHE'
const ofAgent = async (world: World) => ({
  applicationType: agent,
  id: (await built(world, agent)).id,
})
const agents = (): { readonly params: { readonly applicationType: string } } => ({
  params: { applicationType: agent },
})

/** Somebody who stands before an agent, and the session that it asks in. */
export const beginAtAgent = async (world: World) => {
  const { id: applicationId, sharedSecret } = await built(world, agent)
  const body = { applicationId, sharedSecret }
  const opened = await world.test.call(authenticateAdminApi, { body })
  const as = world.keep(String(opened.body.authToken))
  const { userId } = await buildPerson(world.ctx)
  const begun = await world.test.call(beginApplicationSignIn, { as, body: { userId } })
  return { as, userId, authToken: String(begun.body.authToken) }
}

const agentScenarios: Scenarios = {
  listAgentApplications: agents,
  createAgentApplication: async (world) => ({ ...agents(), body: await bodyFor(world, agent) }),
  readAgentApplication: async (world) => ({ params: await ofAgent(world) }),
  updateAgentApplication: async (world) => ({
    params: await ofAgent(world),
    body: await bodyFor(world, agent),
  }),
  deleteAgentApplication: async (world) => ({ params: await ofAgent(world) }),
  regenerateAgentSecret: async (world) => ({
    params: await ofAgent(world),
    body: { overlapHours: 1 },
  }),
  beginApplicationSignIn: async (world) => {
    const { as, userId } = await beginAtAgent(world)
    return { as, body: { userId } }
  },
  challengeApplicationSignIn: async (world) => {
    const { as, authToken } = await beginAtAgent(world)
    return { as, body: { authToken, authenticator: 'PASSWORD' } }
  },
  completeApplicationSignIn: async (world) => {
    const { as, authToken } = await beginAtAgent(world)
    return { as, body: { authToken, authenticator: 'PASSWORD', response: goodPassword } }
  },
}

export const apiApplicationScenarios: Scenarios = {
  ...agentScenarios,
  createAdminApiApplication: creating('ADMIN_API'),
  readAdminApiApplication: on('ADMIN_API'),
  updateAdminApiApplication: changing('ADMIN_API'),
  deleteAdminApiApplication: on('ADMIN_API'),
  regenerateAdminApiSecret: rotating('ADMIN_API'),
  createAuthApiApplication: creating('AUTH_API'),
  readAuthApiApplication: on('AUTH_API'),
  updateAuthApiApplication: changing('AUTH_API'),
  deleteAuthApiApplication: on('AUTH_API'),
  regenerateAuthApiSecret: rotating('AUTH_API'),
  createSiemApplication: creating('SIEM'),
  readSiemApplication: on('SIEM'),
  updateSiemApplication: changing('SIEM'),
  deleteSiemApplication: on('SIEM'),
  regenerateSiemSecret: rotating('SIEM'),
  createIdgApplication: creating('IDG'),
  readIdgApplication: on('IDG'),
  updateIdgApplication: changing('IDG'),
  deleteIdgApplication: on('IDG'),
  regenerateIdgSecret: rotating('IDG'),
  createIssuanceApiApplication: creating('ISSUANCE_API'),
  readIssuanceApiApplication: on('ISSUANCE_API'),
  updateIssuanceApiApplication: changing('ISSUANCE_API'),
  deleteIssuanceApiApplication: on('ISSUANCE_API'),
  regenerateIssuanceApiSecret: rotating('ISSUANCE_API'),
  readIdgAgent: on('IDG'),
  updateIdgAgent: stopping('IDG'),
  readSiemAgent: on('SIEM'),
  updateSiemAgent: stopping('SIEM'),
  authenticateAdminApi: async (world) => {
    const { id, sharedSecret } = await built(world, 'ADMIN_API')
    return { body: { applicationId: id, sharedSecret } }
  },
}
