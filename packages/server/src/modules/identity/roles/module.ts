import * as providerContract from '@signet/contract/identity/provider-roles'
import * as contract from '@signet/contract/identity/roles'
import type { Module } from '../../../kit/module.ts'
import { routes } from '../../../kit/routes.ts'
import { explain } from './effective-rights.service.ts'
import {
  assignProvider,
  listProvider,
  listProviderOf,
  unassignProvider,
} from './provider-roles.service.ts'
import {
  create,
  listCatalogue,
  listShown,
  listSite,
  readShown,
  readSite,
  remove,
  update,
} from './roles.service.ts'
import { assign, listOf, readOf, unassign } from './user-roles.service.ts'

const ownRoutes = routes(contract, {
  listRoles: (ctx, { query }) => listShown(ctx, query),
  readRole: (ctx, { params }) => readShown(ctx, params.id),
  listPermissions: listCatalogue,
  listSiteRoles: listSite,
  readSiteRole: (ctx, { params }) => readSite(ctx, params.id),
  createSiteRole: (ctx, { body }) => create(ctx, body),
  updateSiteRole: (ctx, { params, body }) => update(ctx, params.id, body),
  deleteSiteRole: (ctx, { params }) => remove(ctx, params.id),
  listUserRoles: (ctx, { params }) => listOf(ctx, params.userid),
  readUserRole: (ctx, { params }) => readOf(ctx, params.userid, params.roleid),
  assignUserRole: (ctx, { params }) => assign(ctx, params.userid, params.roleid),
  explainUserRights: (ctx, { params }) => explain(ctx, params.userid),
  removeUserRole: (ctx, { params }) => unassign(ctx, params.userid, params.roleid),
})

const providerRoutes = routes(providerContract, {
  listProviderRoles: listProvider,
  listUserProviderRoles: (ctx, { params }) => listProviderOf(ctx, params.userid),
  assignProviderRole: (ctx, { params }) => assignProvider(ctx, params.userid, params.roleid),
  removeProviderRole: (ctx, { params }) => unassignProvider(ctx, params.userid, params.roleid),
})

const roleRoutes = [...ownRoutes, ...providerRoutes]

export const rolesModule: Module = {
  routes: [roleRoutes],
}
