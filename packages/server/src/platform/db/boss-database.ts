import { CompiledQuery } from 'kysely'
import type { ConstructorOptions } from 'pg-boss'
import type { Database, TenantDb } from './database.ts'

type IDatabase = NonNullable<ConstructorOptions['db']>

/**
 * How pg-boss runs under a role that owns nothing: the schema and the queues are made by our
 * migrations, and nothing that needs DDL (statistics partitions, index rebuilds) is on.
 */
export const bossSettings = {
  schema: 'pgboss',
  migrate: false,
  createSchema: false,
  persistQueueStats: false,
  persistWarnings: false,
  reindex: false,
  monitorVacuum: false,
  useListenNotify: false,
  schedule: false,
} as const satisfies ConstructorOptions

/**
 * pg-boss's access to the database outside transactions. It sends several statements at once only
 * when they have no parameters.
 */
export const bossDatabase = (database: Database): IDatabase => ({
  executeSql: async (text, values = []) =>
    values.length === 0
      ? { rows: [...(await database.runScript(text))] }
      : await database.system.executeQuery(CompiledQuery.raw(text, [...values])),
})

/**
 * pg-boss's access through a handle: with `ctx.db` inside a transaction, a job sent with
 * `{ db: bossHandle(ctx.db) }` is made by that transaction's commit or not at all.
 */
export const bossHandle = (db: TenantDb): IDatabase => ({
  executeSql: (text, values = []) => db.executeQuery(CompiledQuery.raw(text, [...values])),
})
