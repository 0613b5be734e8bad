import {
  bulkCalls,
  listBulkOperations,
  tryBulkToken,
} from '@signet/contract/operations/bulk-operations'
import { type BulkKindName, bulkKindNames } from '@signet/rules/bulk'
import { type Route, routes } from '../../../kit/routes.ts'
import {
  addPart,
  cancel,
  completeFile,
  initialise,
  listAll,
  listOf,
  mapColumns,
  read,
  remove,
  renewCredentials,
  start,
} from './bulk-operations.service.ts'
import { listRows, resultFile } from './life-cycle/bulk-results.ts'
import { tryToken } from './token-trials.ts'

/** `startBulk` of `importusers` is `startImportusers`: names differ in the published document. */
export const bulkCallName = (name: string, kind: BulkKindName): string =>
  name.replace('Bulk', `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`)

const routesOf = (kind: BulkKindName): readonly Route[] =>
  routes(bulkCalls(kind), {
    listBulk: (ctx) => listOf(ctx, [kind]),
    initialiseBulk: (ctx, { body }) => initialise(ctx, kind, body),
    readBulk: (ctx, { params }) => read(ctx, kind, params.id),
    removeBulk: (ctx, { params }) => remove(ctx, kind, params.id),
    startBulk: (ctx, { params, body }) => start(ctx, { kind, id: params.id }, body),
    cancelBulk: (ctx, { params }) => cancel(ctx, kind, params.id),
    renewBulkCredentials: (ctx, { params }) => renewCredentials(ctx, kind, params.id),
    sendBulkPart: (ctx, { params, body }) => addPart(ctx, { kind, id: params.id }, body),
    completeBulkFile: (ctx, { params, query }) => completeFile(ctx, { kind, id: params.id }, query),
    mapBulkColumns: (ctx, { params, body }) => mapColumns(ctx, { kind, id: params.id }, body),
    listBulkRows: (ctx, { params, query }) => listRows(ctx, { kind, id: params.id }, query),
    downloadBulkResult: (ctx, { params }) => resultFile(ctx, { kind, id: params.id }),
  }).map((route) => ({ ...route, name: bulkCallName(route.name, kind) }))

/** The same calls for each kind, and one that lists them all. */
export const bulkOperationRoutes: readonly Route[] = [
  ...routes(
    { listBulkOperations, tryBulkToken },
    {
      listBulkOperations: (ctx) => listAll(ctx),
      tryBulkToken: (ctx, { params, body }) => tryToken(ctx, params.id, body),
    },
  ),
  ...bulkKindNames.flatMap(routesOf),
]
