import { buildOrganization } from '../../../../testing/builders.ts'
import type { TestTenant } from '../../../../testing/test-app.ts'
import { unique } from '../../../security/sweep/calls/identity.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'
import type { Scenario } from '../../../security/sweep/world.ts'

const onOrganization =
  (body?: unknown): Scenario =>
  async ({ ctx }) => ({
    params: { id: await buildOrganization(ctx) },
    ...(body === undefined ? {} : { body }),
  })

const organization = async ({ ctx }: TestTenant) => ({ id: await buildOrganization(ctx) })

export const scenarios: SubjectScenarios = {
  calls: {
    deleteOrganizations: async ({ ctx }) => ({ body: { ids: [await buildOrganization(ctx)] } }),
    readOrganization: onOrganization(),
    createOrganization: (world) => ({ body: { name: `Organization ${unique(world)}` } }),
    updateOrganization: onOrganization({ displayName: 'Changed' }),
    deleteOrganization: onOrganization(),
  },
  ids: [{ under: '/api/web/v1/organizations/', build: organization }],
  bodyIds: {
    deleteOrganizations: {
      build: ({ ctx }) => buildOrganization(ctx),
      body: (id) => ({ ids: [id] }),
    },
    createOrganization: {
      build: ({ ctx }) => buildOrganization(ctx),
      body: (parentId) => ({ name: `Below ${String(parentId)}`, parentId }),
    },
    listOrganizationsPaged: {
      build: ({ ctx }) => buildOrganization(ctx),
      body: (parentId) => ({ parentId }),
    },
    // Their ids stand beside one in the path: tried with the module's own tests.
    updateOrganization: null,
  },
}
