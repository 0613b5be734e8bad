import {
  buildGroup,
  buildOrganization,
  buildRole,
  buildUser,
} from '../../../../testing/builders.ts'
import { insertLinks } from '../../../modules/identity/organizations/index.ts'
import { buildJob, buildUserAttribute } from '../rows.ts'
import { newPassword, type Scenario, type Scenarios, type World } from '../world.ts'

const unique = ({ ctx }: World): string => ctx.platform.ids.random(6).toString('hex')

const onUser =
  (body?: unknown): Scenario =>
  async ({ ctx }) => ({
    params: { id: (await buildUser(ctx)).id },
    ...(body === undefined ? {} : { body }),
  })

const onRole =
  (body?: (world: World) => unknown): Scenario =>
  async (world) => ({
    params: { id: await buildRole(world.ctx, {}) },
    ...(body === undefined ? {} : { body: body(world) }),
  })

const onAttribute =
  (body?: (world: World) => unknown): Scenario =>
  async (world) => ({
    params: { id: await buildUserAttribute(world.ctx) },
    ...(body === undefined ? {} : { body: body(world) }),
  })

const onGroup =
  (body?: unknown): Scenario =>
  async ({ ctx }) => ({
    params: { id: (await buildGroup(ctx)).id },
    ...(body === undefined ? {} : { body }),
  })

const onOrganization =
  (body?: unknown): Scenario =>
  async ({ ctx }) => ({
    params: { id: await buildOrganization(ctx) },
    ...(body === undefined ? {} : { body }),
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

const newUser = (world: World) => ({
  userId: `made-${unique(world)}`,
  firstName: 'Made',
  email: `${unique(world)}@example.test`,
  password: newPassword(world),
})

const ids = async ({ ctx }: World) => ({ ids: [(await buildUser(ctx)).id] })

const jobOf = async ({ ctx, admin }: World) => ({
  params: { id: await buildJob(ctx, { kind: 'users', ownerId: admin.id }) },
})

export const identityScenarios: Scenarios = {
  readUser: onUser(),
  readUserWays: onUser(),
  createUser: (world) => ({ body: newUser(world) }),
  updateUser: onUser({ firstName: 'Changed', email: 'changed@example.test' }),
  deleteUser: onUser(),
  changeUserState: onUser({ state: 'INACTIVE' }),
  unlockUser: onUser(),
  findUserByUserId: async ({ ctx }) => ({ body: { userId: (await buildUser(ctx)).userId } }),
  findUserByExternalId: async ({ ctx }) => {
    const { id } = await buildUser(ctx)
    const externalId = `external-${id}`
    await ctx.db
      .updateTable('users')
      .set({ external_id: externalId })
      .where('tenant_id', '=', ctx.tenant.id)
      .where('id', '=', id)
      .execute()
    return { body: { externalId } }
  },
  createUsers: (world) => ({ body: { users: [newUser(world)] } }),
  updateUsers: async ({ ctx }) => ({
    body: { users: [{ id: (await buildUser(ctx)).id, firstName: 'Changed' }] },
  }),
  deleteGroups: async ({ ctx }) => ({ body: { ids: [(await buildGroup(ctx)).id] } }),
  deleteOrganizations: async ({ ctx }) => ({ body: { ids: [await buildOrganization(ctx)] } }),
  deleteUsers: async (world) => ({ body: await ids(world) }),
  syncUsers: async (world) => ({ body: { ...(await ids(world)), directoryType: 'azure' } }),
  unsyncUsers: async (world) => ({ body: await ids(world) }),
  readUserListStatus: jobOf,
  readUserListResult: jobOf,
  readUserAttribute: onAttribute(),
  createUserAttribute: (world) => ({ body: { name: `Attribute ${unique(world)}` } }),
  updateUserAttribute: onAttribute((world) => ({
    name: `Attribute ${unique(world)}`,
    description: 'Changed',
  })),
  deleteUserAttribute: onAttribute(),
  readRole: onRole(),
  readSiteRole: onRole(),
  createSiteRole: (world) => ({ body: role(world) }),
  updateSiteRole: onRole(role),
  deleteSiteRole: onRole(),
  readGroup: onGroup(),
  readGroupWays: onGroup(),
  findGroupByExternalId: async ({ ctx }) => {
    const { id } = await buildGroup(ctx)
    await ctx.db
      .updateTable('groups')
      .set({ external_id: id })
      .where('tenant_id', '=', ctx.tenant.id)
      .where('id', '=', id)
      .execute()
    return { body: { externalId: id } }
  },
  createGroup: (world) => ({ body: { name: `Group ${unique(world)}` } }),
  updateGroup: onGroup({ description: 'Changed' }),
  deleteGroup: onGroup(),
  emptyGroup: onGroup(),
  addGroupMember: async ({ ctx }) => ({
    params: { id: (await buildGroup(ctx)).id, userid: (await buildUser(ctx)).id },
  }),
  removeGroupMember: async ({ ctx }) => {
    const userid = (await buildUser(ctx)).id
    return { params: { id: (await buildGroup(ctx, { members: [userid] })).id, userid } }
  },
  setUserGroups: async ({ ctx }) => ({
    params: { userid: (await buildUser(ctx)).id },
    body: { groups: [(await buildGroup(ctx)).id] },
  }),
  readOrganization: onOrganization(),
  createOrganization: (world) => ({ body: { name: `Organization ${unique(world)}` } }),
  updateOrganization: onOrganization({ displayName: 'Changed' }),
  deleteOrganization: onOrganization(),
  addOrganizationMember: async ({ ctx }) => ({
    params: { orgid: await buildOrganization(ctx), userid: (await buildUser(ctx)).id },
  }),
  removeOrganizationMember: async ({ ctx }) => {
    const orgid = await buildOrganization(ctx)
    const userid = (await buildUser(ctx)).id
    await insertLinks(ctx, userid, [orgid])
    return { params: { orgid, userid } }
  },
  setUserOrganizations: async ({ ctx }) => ({
    params: { userid: (await buildUser(ctx)).id },
    body: { organizations: [await buildOrganization(ctx)] },
  }),
  listUserRoles: userWithRole,
  explainUserRights: userWithRole,
  readUserRole: userWithRole,
  removeUserRole: userWithRole,
  assignUserRole: async ({ ctx }) => ({
    params: { userid: (await buildUser(ctx)).id, roleid: await buildRole(ctx, {}) },
  }),
}
