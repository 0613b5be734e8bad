import * as contract from '@signet/contract/identity/groups'
import { type Module } from '../../../kit/module.ts'
import { routes } from '../../../kit/routes.ts'
import { removeRows } from '../batches/index.ts'
import {
  create,
  empty,
  list,
  listAll,
  read,
  readByExternalId,
  remove,
  update,
} from './groups.service.ts'

export const groupsModule: Module = {
  routes: [
    routes(contract, {
      listGroups: listAll,
      listGroupsPaged: (ctx, { body }) => list(ctx, body),
      readGroup: (ctx, { params }) => read(ctx, params.id),
      findGroupByExternalId: (ctx, { body }) => readByExternalId(ctx, body.externalId),
      createGroup: (ctx, { body }) => create(ctx, body),
      updateGroup: (ctx, { params, body }) => update(ctx, params.id, body),
      deleteGroup: (ctx, { params }) => remove(ctx, params.id),
      deleteGroups: (ctx, { body }) => removeRows(ctx, body.ids, remove),
      emptyGroup: (ctx, { params }) => empty(ctx, params.id),
    }),
  ],
}
