import * as contract from '@signet/contract/operations/list-exports'
import { routes } from '../../../kit/routes.ts'
import { create, download, listOwn, read, remove } from './list-exports.service.ts'

export const listExportRoutes = routes(contract, {
  createListExport: (ctx, { body }) => create(ctx, body),
  listListExports: listOwn,
  readListExport: (ctx, { params }) => read(ctx, params.id),
  downloadListExport: (ctx, { params }) => download(ctx, params.id),
  deleteListExport: (ctx, { params }) => remove(ctx, params.id),
})
