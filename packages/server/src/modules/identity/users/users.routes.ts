import { UserSummary } from '@signet/contract/identity/user'
import * as batches from '@signet/contract/identity/user-batches'
import * as groups from '@signet/contract/identity/user-groups'
import * as lists from '@signet/contract/identity/user-lists'
import * as organizations from '@signet/contract/identity/user-organizations'
import * as contract from '@signet/contract/identity/users'
import type { BodyOf } from '@signet/contract/kit/endpoint'
import { pageOf } from '@signet/contract/kit/schemas'
import type { Context } from '../../../kit/context.ts'
import { createContext } from '../../../kit/create-context.ts'
import { readJob, readJobResult, submitJob } from '../../../kit/jobs.ts'
import { type Route, routes, versioned } from '../../../kit/routes.ts'
import { eachRow, removeRows } from '../batches/index.ts'
import { setLink, setLinks } from './user-links.service.ts'
import { groupLinks, organizationLinks } from './user-links.ts'
import { list, userListJob } from './user-lists.service.ts'
import { changeState, sync, unlock, unsync } from './user-states.service.ts'
import { asSeen } from './users.policy.ts'
import { presentUser } from './users.present.ts'
import type { FoundUser } from './users.repository.ts'
import {
  create,
  readByExternalId,
  readByIdentifier,
  readUser,
  remove,
  update,
} from './users.service.ts'
import type { UserSlots } from './users.slots.ts'

const oneByOne = (slots: UserSlots): readonly Route[] => {
  const answer = async (ctx: Context, user: FoundUser) =>
    versioned(presentUser(asSeen(ctx, user), await slots.lockouts.list(ctx, user.id)), user.version)
  return routes(contract, {
    createUser: async (ctx, { body }) => {
      const user = await create(ctx, slots, body)
      return versioned(presentUser(user, []), user.version)
    },
    readUser: async (ctx, { params }) => answer(ctx, await readUser(ctx, params.id)),
    findUserByUserId: async (ctx, { body }) =>
      answer(ctx, await readByIdentifier(ctx, body.userId)),
    findUserByExternalId: async (ctx, { body }) =>
      answer(ctx, await readByExternalId(ctx, body.externalId)),
    updateUser: async (ctx, { params, body }) => answer(ctx, await update(ctx, params.id, body)),
    deleteUser: (ctx, { params }) => remove(ctx, params.id),
    changeUserState: async (ctx, { params, body }) =>
      answer(ctx, await changeState(ctx, params.id, body)),
    unlockUser: async (ctx, { params }) => answer(ctx, await unlock(ctx, slots, params.id)),
  })
}

/** A row's version stands for its If-Match. */
const updateRow = async (
  ctx: Context,
  { id, version, ...change }: BodyOf<typeof batches.updateUsers>['users'][number],
): Promise<string> => {
  const rowContext = createContext({ ...ctx, ifMatch: version === undefined ? null : [version] })
  return (await update(rowContext, id, change)).id
}

const byTheDozen = (slots: UserSlots): readonly Route[] =>
  routes(batches, {
    createUsers: (ctx, { body }) =>
      eachRow(ctx, body.users, async (user) => (await create(ctx, slots, user)).id),
    updateUsers: (ctx, { body }) => eachRow(ctx, body.users, (user) => updateRow(ctx, user)),
    deleteUsers: (ctx, { body }) => removeRows(ctx, body.ids, remove),
    syncUsers: (ctx, { body }) =>
      eachRow(ctx, body.ids, async (id) => (await sync(ctx, id, body.directoryType)).id),
    unsyncUsers: (ctx, { body }) =>
      eachRow(ctx, body.ids, async (id) => (await unsync(ctx, id)).id),
  })

const groupRoutes = routes(groups, {
  addGroupMember: (ctx, { params: { id, userid: userId } }) =>
    setLink(ctx, groupLinks, { userId, id, joins: true }),
  removeGroupMember: (ctx, { params: { id, userid: userId } }) =>
    setLink(ctx, groupLinks, { userId, id, joins: false }),
  setUserGroups: (ctx, { params, body }) =>
    setLinks(ctx, groupLinks, { userId: params.userid, ids: body.groups }),
})

const organizationRoutes = routes(organizations, {
  addOrganizationMember: (ctx, { params: { orgid: id, userid: userId } }) =>
    setLink(ctx, organizationLinks, { userId, id, joins: true }),
  removeOrganizationMember: (ctx, { params: { orgid: id, userid: userId } }) =>
    setLink(ctx, organizationLinks, { userId, id, joins: false }),
  setUserOrganizations: (ctx, { params, body }) =>
    setLinks(ctx, organizationLinks, { userId: params.userid, ids: body.organizations }),
})

const UserPage = pageOf(UserSummary)

const listRoutes = routes(lists, {
  listUsers: (ctx, { body }) => list(ctx, body),
  submitUserList: (ctx, { body }) => submitJob(ctx, userListJob, body),
  readUserListStatus: (ctx, { params }) => readJob(ctx, userListJob, params.id),
  readUserListResult: async (ctx, { params }) =>
    UserPage.parse(await readJobResult(ctx, userListJob, params.id)),
})

/** The calls about users; what they need of the areas above comes in by the slots. */
export const createUserRoutes = (slots: UserSlots): readonly Route[] => [
  ...oneByOne(slots),
  ...byTheDozen(slots),
  ...groupRoutes,
  ...organizationRoutes,
  ...listRoutes,
]
