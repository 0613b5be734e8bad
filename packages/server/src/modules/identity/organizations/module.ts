import * as contract from '@signet/contract/identity/organizations'
import { type Module } from '../../../kit/module.ts'
import { routes } from '../../../kit/routes.ts'
import { removeRows } from '../batches/index.ts'
import { create, list, read, remove, update } from './organizations.service.ts'

export const organizationsModule: Module = {
  routes: [
    routes(contract, {
      listOrganizationsPaged: (ctx, { body }) => list(ctx, body),
      readOrganization: (ctx, { params }) => read(ctx, params.id),
      createOrganization: (ctx, { body }) => create(ctx, body),
      updateOrganization: (ctx, { params, body }) => update(ctx, params.id, body),
      deleteOrganizations: (ctx, { body }) => removeRows(ctx, body.ids, remove),
      deleteOrganization: (ctx, { params }) => remove(ctx, params.id),
    }),
  ],
}
