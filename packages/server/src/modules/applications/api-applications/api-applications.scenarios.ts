import { listUsers } from '@signet/contract/identity/user-lists'
import type { ProgramType } from '@signet/rules/applications'
import { buildRole } from '../../../../testing/builders.ts'
import {
  agentType,
  buildApiApplication,
  builtProgram,
  onProgram,
  wantedProgram,
} from '../../../security/sweep/api-application-rows.ts'
import { anyRole, apiApplicationAsId } from '../../../security/sweep/id-rows.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'
import type { Scenario, World } from '../../../security/sweep/world.ts'

const bodyFor = async ({ ctx }: World, type: ProgramType) => {
  const { name } = wantedProgram(ctx)
  return type === 'ADMIN_API' ? { name, roleId: await buildRole(ctx, {}) } : { name }
}

const creating =
  (type: ProgramType): Scenario =>
  async (world) => ({ body: await bodyFor(world, type) })

const changing =
  (type: ProgramType): Scenario =>
  async (world) => ({
    params: { id: (await builtProgram(world, type)).id },
    body: await bodyFor(world, type),
  })

const rotating =
  (type: ProgramType): Scenario =>
  async (world) => ({
    params: { id: (await builtProgram(world, type)).id },
    body: { overlapHours: 1 },
  })

const ofAgent = async (world: World) => ({
  applicationType: agentType,
  id: (await builtProgram(world, agentType)).id,
})

const agents = (): { readonly params: { readonly applicationType: string } } => ({
  params: { applicationType: agentType },
})

export const scenarios: SubjectScenarios = {
  calls: {
    listAgentApplications: agents,
    createAgentApplication: async (world) => ({
      ...agents(),
      body: await bodyFor(world, agentType),
    }),
    readAgentApplication: async (world) => ({ params: await ofAgent(world) }),
    updateAgentApplication: async (world) => ({
      params: await ofAgent(world),
      body: await bodyFor(world, agentType),
    }),
    deleteAgentApplication: async (world) => ({ params: await ofAgent(world) }),
    regenerateAgentSecret: async (world) => ({
      params: await ofAgent(world),
      body: { overlapHours: 1 },
    }),
    createAdminApiApplication: creating('ADMIN_API'),
    readAdminApiApplication: onProgram('ADMIN_API'),
    updateAdminApiApplication: changing('ADMIN_API'),
    deleteAdminApiApplication: onProgram('ADMIN_API'),
    regenerateAdminApiSecret: rotating('ADMIN_API'),
    createAuthApiApplication: creating('AUTH_API'),
    readAuthApiApplication: onProgram('AUTH_API'),
    updateAuthApiApplication: changing('AUTH_API'),
    deleteAuthApiApplication: onProgram('AUTH_API'),
    regenerateAuthApiSecret: rotating('AUTH_API'),
    createSiemApplication: creating('SIEM'),
    readSiemApplication: onProgram('SIEM'),
    updateSiemApplication: changing('SIEM'),
    deleteSiemApplication: onProgram('SIEM'),
    regenerateSiemSecret: rotating('SIEM'),
    createIdgApplication: creating('IDG'),
    readIdgApplication: onProgram('IDG'),
    updateIdgApplication: changing('IDG'),
    deleteIdgApplication: onProgram('IDG'),
    regenerateIdgSecret: rotating('IDG'),
    createIssuanceApiApplication: creating('ISSUANCE_API'),
    readIssuanceApiApplication: onProgram('ISSUANCE_API'),
    updateIssuanceApiApplication: changing('ISSUANCE_API'),
    deleteIssuanceApiApplication: onProgram('ISSUANCE_API'),
    regenerateIssuanceApiSecret: rotating('ISSUANCE_API'),
    authenticateAdminApi: async (world) => {
      const { id, sharedSecret } = await builtProgram(world, 'ADMIN_API')
      return { body: { applicationId: id, sharedSecret } }
    },
  },
  ids: [
    { under: '/api/web/v1/applications/adminapi/', build: apiApplicationAsId('ADMIN_API') },
    { under: '/api/web/v1/applications/authapi/', build: apiApplicationAsId('AUTH_API') },
    { under: '/api/web/v1/applications/siem/', build: apiApplicationAsId('SIEM') },
    { under: '/api/web/v1/applications/idg/', build: apiApplicationAsId('IDG') },
    { under: '/api/web/v1/applications/issuanceapi/', build: apiApplicationAsId('ISSUANCE_API') },
    {
      under: '/api/web/v1/applications/agents/',
      build: async (world) => ({
        applicationType: 'APACHE',
        ...(await apiApplicationAsId('APACHE')(world)),
      }),
    },
  ],
  bodyIds: {
    createAdminApiApplication: {
      build: anyRole,
      body: (roleId) => ({ name: `Program ${String(roleId)}`, roleId }),
    },
    updateAdminApiApplication: {
      build: anyRole,
      body: (roleId) => ({ name: `Program ${String(roleId)}`, roleId }),
      params: async ({ ctx }) => ({ id: (await buildApiApplication(ctx, 'ADMIN_API')).id }),
    },
    // Another's id is a credential that is wrong: tried with the module's own tests.
    authenticateAdminApi: null,
  },
  effects: {
    authenticateAdminApi: async ({ test }, { answer }) =>
      (await test.call(listUsers, { as: String(answer?.body.authToken), body: {} })).status,
  },
}
