import * as contract from '@signet/contract/operations/list-views'
import { type Module } from '../../../kit/module.ts'
import { routes } from '../../../kit/routes.ts'
import { create, list, read, remove, setDefault, update } from './list-views.service.ts'

export const listViewsModule: Module = {
  routes: [
    routes(contract, {
      listListViews: (ctx, { query }) => list(ctx, query.list),
      readListView: (ctx, { params }) => read(ctx, params.id),
      createListView: (ctx, { body }) => create(ctx, body),
      updateListView: (ctx, { params, body }) => update(ctx, params.id, body),
      deleteListView: (ctx, { params }) => remove(ctx, params.id),
      setDefaultListView: (ctx, { params, body }) => setDefault(ctx, params.id, body),
    }),
  ],
}
