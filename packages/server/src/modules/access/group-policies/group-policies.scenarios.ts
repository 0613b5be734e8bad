import { buildGroup } from '../../../../testing/builders.ts'
import type { TestTenant } from '../../../../testing/test-app.ts'
import { buildGroupPolicy } from '../../../security/sweep/group-policy-rows.ts'
import { anyGroup } from '../../../security/sweep/id-rows.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'
import type { Scenario, World } from '../../../security/sweep/world.ts'

const policy = async ({ ctx }: World) => ({
  name: ctx.platform.ids.random(6).toString('hex'),
  groupIds: [(await buildGroup(ctx)).id],
  settings: {},
})

const newPolicy: Scenario = async (world) => ({ body: await policy(world) })

const onPolicy =
  (body?: (world: World) => unknown): Scenario =>
  async (world) => ({
    params: { id: await buildGroupPolicy(world.ctx) },
    ...(body === undefined ? {} : { body: await body(world) }),
  })

const groupPolicy = async ({ ctx }: TestTenant) => ({ id: await buildGroupPolicy(ctx) })

const policyFor = (id: string) => ({ name: `Policy for ${id}`, groupIds: [id], settings: {} })

export const scenarios: SubjectScenarios = {
  calls: {
    readGroupPolicy: onPolicy(),
    createGroupPolicy: newPolicy,
    createGridPolicy: newPolicy,
    createRegistrationPolicy: newPolicy,
    createTenantPolicy: newPolicy,
    createVerificationPolicy: newPolicy,
    createMagicLinkPolicy: newPolicy,
    createPassthroughPolicy: newPolicy,
    createAdministratorRolePolicy: newPolicy,
    updateGroupPolicy: onPolicy(policy),
    changeGroupPolicyState: onPolicy(() => ({ state: 'ACTIVE' })),
    deleteGroupPolicy: onPolicy(),
    orderGroupPolicies: async ({ ctx }) => {
      await buildGroupPolicy(ctx)
      await buildGroupPolicy(ctx)
      const policies = await ctx.db
        .selectFrom('group_policies')
        .select('id')
        .where('tenant_id', '=', ctx.tenant.id)
        .orderBy('priority')
        .execute()
      return { body: { ids: policies.map(({ id }) => id).toReversed() } }
    },
  },
  ids: [{ under: '/api/web/v1/settings/grouppolicy/', build: groupPolicy }],
  bodyIds: {
    createGroupPolicy: { build: anyGroup, body: (id) => policyFor(id) },
    createGridPolicy: { build: anyGroup, body: (id) => policyFor(id) },
    createRegistrationPolicy: { build: anyGroup, body: (id) => policyFor(id) },
    createTenantPolicy: { build: anyGroup, body: (id) => policyFor(id) },
    createVerificationPolicy: { build: anyGroup, body: (id) => policyFor(id) },
    createMagicLinkPolicy: { build: anyGroup, body: (id) => policyFor(id) },
    createPassthroughPolicy: { build: anyGroup, body: (id) => policyFor(id) },
    createAdministratorRolePolicy: { build: anyGroup, body: (id) => policyFor(id) },
    orderGroupPolicies: {
      build: ({ ctx }) => buildGroupPolicy(ctx),
      body: (id) => ({ ids: [id] }),
    },
    // Their ids stand beside one in the path: tried with the module's own tests.
    updateGroupPolicy: null,
  },
}
