import { syncUsers } from '@signet/contract/identity/user-batches'
import { readUser } from '@signet/contract/identity/users'
import { fieldOf } from '../../../../testing/access/people.ts'
import { buildGroup, buildOrganization, buildUser } from '../../../../testing/builders.ts'
import type { TestTenant } from '../../../../testing/test-app.ts'
import { lockedOut } from '../../../security/sweep/calls/authenticators.ts'
import { onUser, unique } from '../../../security/sweep/calls/identity.ts'
import {
  anyGroup,
  anyRole,
  anyUser,
  jobAsId,
  userAsId,
  userAsUserid,
} from '../../../security/sweep/id-rows.ts'
import { buildJob } from '../../../security/sweep/rows.ts'
import type { Look, SubjectScenarios } from '../../../security/sweep/subject.ts'
import { newPassword, type World } from '../../../security/sweep/world.ts'
import { organizationMembers } from '../organizations/index.ts'

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

const memberOfGroup = async (tenant: TestTenant) => {
  const userid = await anyUser(tenant)
  return { userid, id: (await buildGroup(tenant.ctx, { members: [userid] })).id }
}

const inOrganization = async (tenant: TestTenant) => ({
  userid: await anyUser(tenant),
  orgid: await buildOrganization(tenant.ctx),
})

/** The first user of a call about several. */
const firstOfMany: Look = async ({ test, admin }, { given: { body } }) => {
  const id = fieldOf(body, 'ids', '0') ?? fieldOf(body, 'users', '0', 'id')
  return (await test.call(readUser, { as: admin.token, params: { id } })).body
}

export const scenarios: SubjectScenarios = {
  calls: {
    readUser: onUser(),
    createUser: (world) => ({ body: newUser(world) }),
    updateUser: onUser({ firstName: 'Changed', email: 'changed@example.test' }),
    deleteUser: onUser(),
    changeUserState: onUser({ state: 'INACTIVE' }),
    unlockUser: async (world) => ({ params: { id: (await lockedOut(world)).id } }),
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
    deleteUsers: async (world) => ({ body: await ids(world) }),
    syncUsers: async (world) => ({ body: { ...(await ids(world)), directoryType: 'azure' } }),
    unsyncUsers: async (world) => {
      const body = await ids(world)
      const synced = { ...body, directoryType: 'azure' }
      await world.test.call(syncUsers, { as: world.admin.token, body: synced })
      return { body }
    },
    readUserListStatus: jobOf,
    readUserListResult: jobOf,
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
    addOrganizationMember: async ({ ctx }) => ({
      params: { orgid: await buildOrganization(ctx), userid: (await buildUser(ctx)).id },
    }),
    removeOrganizationMember: async ({ ctx }) => {
      const orgid = await buildOrganization(ctx)
      const userid = (await buildUser(ctx)).id
      await organizationMembers.insert(ctx, [{ userId: userid, id: orgid }])
      return { params: { orgid, userid } }
    },
    setUserOrganizations: async ({ ctx }) => ({
      params: { userid: (await buildUser(ctx)).id },
      body: { organizations: [await buildOrganization(ctx)] },
    }),
  },
  ids: [
    { under: '/api/web/v3/users/', build: userAsId },
    { under: '/api/web/v1/users/', build: userAsId },
    { under: '/api/web/v1/users/:userid/', build: userAsUserid },
    { under: '/api/web/v1/groups/:id/users/', build: memberOfGroup },
    { under: '/api/web/v1/userauthorizationgroup/', build: userAsUserid },
    { under: '/api/web/v1/organizations/:orgid/', build: inOrganization },
    { under: '/api/web/v4/async/userspaged/', build: jobAsId('users') },
  ],
  bodyIds: {
    deleteUsers: { build: anyUser, body: (id) => ({ ids: [id] }) },
    createUser: { build: anyGroup, body: (id) => ({ userId: `in-${id}`, groups: [id] }) },
    createUsers: {
      build: anyGroup,
      body: (id) => ({ users: [{ userId: `of-${id}`, groups: [id] }] }),
    },
    listUsers: { build: anyRole, body: (roleId) => ({ roleId }) },
    syncUsers: { build: anyUser, body: (id) => ({ ids: [id], directoryType: 'azure' }) },
    unsyncUsers: { build: anyUser, body: (id) => ({ ids: [id] }) },
    updateUsers: { build: anyUser, body: (id) => ({ users: [{ id, firstName: 'Changed' }] }) },
    // Their ids stand beside one in the path: tried with the module's own tests.
    setUserGroups: null,
    setUserOrganizations: null,
    updateUser: null,
    // The same filter as `listUsers`, applied by a job.
    submitUserList: null,
  },
  bodies: {
    changeUserState: { state: 'INACTIVE' },
  },
  effects: {
    syncUsers: firstOfMany,
    unsyncUsers: firstOfMany,
    updateUsers: firstOfMany,
    setUserGroups: ['readUser'],
    submitUserList: ['readUserListStatus', 'readUserListResult'],
  },
  alteredBy: {
    findUserByExternalId: ['deleteUser'],
    findUserByUserId: ['deleteUser'],
  },
}
