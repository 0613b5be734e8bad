import * as contract from '@signet/contract/identity/user-attributes'
import { routes } from '../../../kit/routes.ts'
import { create, list, read, remove, update } from './user-attributes.service.ts'

export const userAttributeRoutes = routes(contract, {
  listUserAttributes: list,
  readUserAttribute: (ctx, { params }) => read(ctx, params.id),
  createUserAttribute: (ctx, { body }) => create(ctx, body),
  updateUserAttribute: (ctx, { params, body }) => update(ctx, params.id, body),
  deleteUserAttribute: (ctx, { params }) => remove(ctx, params.id),
})
