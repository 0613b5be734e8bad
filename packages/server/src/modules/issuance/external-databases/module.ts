import * as contract from '@signet/contract/issuance/external-databases'
import { type Module } from '../../../kit/module.ts'
import { routes } from '../../../kit/routes.ts'
import {
  columns,
  create,
  list,
  read,
  remove,
  tables,
  test,
  update,
} from './external-databases.service.ts'

export const externalDatabasesModule: Module = {
  routes: [
    routes(contract, {
      listExternalDatabases: (ctx) => list(ctx),
      readExternalDatabase: (ctx, { params }) => read(ctx, params.databaseId),
      createExternalDatabase: (ctx, { body }) => create(ctx, body),
      updateExternalDatabase: (ctx, { params, body }) => update(ctx, params.databaseId, body),
      deleteExternalDatabase: (ctx, { params }) => remove(ctx, params.databaseId),
      testDatabaseConnection: (ctx, { body }) => test(ctx, body.databaseId),
      listDatabaseTables: (ctx, { params }) => tables(ctx, params.databaseId),
      listDatabaseColumns: (ctx, { params }) => columns(ctx, params.databaseId, params.tableName),
    }),
  ],
  secretColumns: ['external_databases.sealed_password'],
}
