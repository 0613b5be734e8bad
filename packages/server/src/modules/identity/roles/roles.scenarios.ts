import { buildRole, buildUser } from '../../../../testing/builders.ts'
import type { TestTenant } from '../../../../testing/test-app.ts'
import { unique } from '../../../security/sweep/calls/identity.ts'
import { anyGroup, anyUser } from '../../../security/sweep/id-rows.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'
import type { Scenario, World } from '../../../security/sweep/world.ts'

const onRole =
  (body?: (world: World) => unknown): Scenario =>
  async (world) => ({
    params: { id: await buildRole(world.ctx, {}) },
    ...(body === undefined ? {} : { body: body(world) }),
  })

const role = (world: World) => ({
  name: `Role ${unique(world)}`,
  permissions: [{ entityType: 'USERS', view: true, add: false, edit: false, remove: false }],
})

const userWithRole: Scenario = async ({ ctx }) => {
  const userid = (await buildUser(ctx)).id
  const roleid = await buildRole(ctx, {})
  await ctx.db
    .insertInto('user_roles')
    .values({ tenant_id: ctx.tenant.id, user_id: userid, role_id: roleid })
    .execute()
  return { params: { userid, roleid } }
}

const roleOfUser = async (tenant: TestTenant) => {
  const userid = await anyUser(tenant)
  const roleid = await buildRole(tenant.ctx, {})
  await tenant.ctx.db
    .insertInto('user_roles')
    .values({ tenant_id: tenant.tenant.id, user_id: userid, role_id: roleid })
    .execute()
  return { userid, roleid }
}

/** The built-in role of providers. */
const providerRole = async ({ ctx }: Pick<TestTenant, 'ctx'>): Promise<string> => {
  const row = await ctx.db
    .selectFrom('roles')
    .select('id')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('role_type', '=', 'SERVICE_PROVIDER')
    .executeTakeFirstOrThrow()
  return row.id
}

const userOfProvider = async (tenant: Pick<TestTenant, 'ctx'>) => {
  const { ctx } = tenant
  const userid = (await buildUser(ctx)).id
  const roleid = await providerRole(tenant)
  await ctx.db
    .insertInto('user_roles')
    .values({ tenant_id: ctx.tenant.id, user_id: userid, role_id: roleid })
    .execute()
  return { userid, roleid }
}

const roleAsId = async ({ ctx }: TestTenant) => ({ id: await buildRole(ctx, {}) })

export const scenarios: SubjectScenarios = {
  calls: {
    readRole: onRole(),
    readSiteRole: onRole(),
    createSiteRole: (world) => ({ body: role(world) }),
    updateSiteRole: onRole(role),
    deleteSiteRole: onRole(),
    listUserRoles: userWithRole,
    explainUserRights: userWithRole,
    readUserRole: userWithRole,
    removeUserRole: userWithRole,
    listUserProviderRoles: async (world) => ({ params: await userOfProvider(world) }),
    removeProviderRole: async (world) => ({ params: await userOfProvider(world) }),
    assignProviderRole: async (world) => ({
      params: { userid: (await buildUser(world.ctx)).id, roleid: await providerRole(world) },
    }),
    assignUserRole: async ({ ctx }) => ({
      params: { userid: (await buildUser(ctx)).id, roleid: await buildRole(ctx, {}) },
    }),
  },
  ids: [
    { under: '/api/web/v1/users/:userid/roles/', build: roleOfUser },
    { under: '/api/web/v1/users/:userid/sproles', build: userOfProvider },
    { under: '/api/web/v1/roles/', build: roleAsId },
    { under: '/api/web/v1/siteroles/', build: roleAsId },
  ],
  bodyIds: {
    createSiteRole: {
      build: anyGroup,
      body: (id) => ({ name: id, groupManagement: 'SOME', groupIds: [id], permissions: [] }),
    },
    // Their ids stand beside one in the path: tried with the module's own tests.
    updateSiteRole: null,
  },
  alteredBy: {
    listRoles: ['createSiteRole'],
    readRole: ['updateSiteRole'],
    listUserRoles: ['removeUserRole'],
    listUserProviderRoles: ['removeProviderRole'],
    explainUserRights: ['deleteUser'],
  },
  constant: {
    listPermissions: 'The permissions that this release has',
  },
  shownIn: {
    listProviderRoles: 'modules/identity/roles/provider-roles.test.ts',
  },
}
