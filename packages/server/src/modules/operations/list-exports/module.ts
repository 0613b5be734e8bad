import * as contract from '@signet/contract/operations/list-exports'
import { type Module } from '../../../kit/module.ts'
import { routes } from '../../../kit/routes.ts'
import { create, download, listOwn, read, remove } from './list-exports.service.ts'

export const listExportsModule: Module = {
  routes: [
    routes(contract, {
      createListExport: (ctx, { body }) => create(ctx, body),
      listListExports: listOwn,
      readListExport: (ctx, { params }) => read(ctx, params.id),
      downloadListExport: (ctx, { params }) => download(ctx, params.id),
      deleteListExport: (ctx, { params }) => remove(ctx, params.id),
    }),
  ],
  retention: [{ table: 'list_exports', column: 'expires_at', graceMillis: 0 }],
  kept: {
    'list_exports.ended_at': 'swept by the export’s own end',
  },
  secretColumns: ['list_export_parts.sealed'],
}
