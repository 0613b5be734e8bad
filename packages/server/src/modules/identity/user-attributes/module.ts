import * as contract from '@signet/contract/identity/user-attributes'
import { type Module } from '../../../kit/module.ts'
import { routes } from '../../../kit/routes.ts'
import { create, list, read, remove, update } from './user-attributes.service.ts'

export const userAttributesModule: Module = {
  routes: [
    routes(contract, {
      listUserAttributes: list,
      readUserAttribute: (ctx, { params }) => read(ctx, params.id),
      createUserAttribute: (ctx, { body }) => create(ctx, body),
      updateUserAttribute: (ctx, { params, body }) => update(ctx, params.id, body),
      deleteUserAttribute: (ctx, { params }) => remove(ctx, params.id),
    }),
  ],
  openColumns: ['user_attribute_values.unique_key'],
}
