import {
  type DatabaseStep,
  ExternalDatabase,
  type ExternalDatabaseChange,
} from '@signet/contract/issuance/external-databases'
import { foldName } from '@signet/rules/text'
import type { z } from 'zod'
import { expectAllGroups } from '../../../kit/authorize.ts'
import { actorName, type Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { namedRows } from '../../../kit/named-rows.ts'
import { expectRoom } from '../../../kit/rows.ts'
import { insertRow, listByName, newIds, rowsOf, updateRow } from '../../../platform/db/row-sets.ts'
import { fieldsOf } from '../../../platform/db/wire-fields.ts'
import { checkPlace, passwordPurpose, reaching, withDatabase } from './connect.ts'
import { DatabaseFailed, type DatabaseSession } from './driver.ts'
import {
  type ConnectedColumn,
  listConnectedColumns,
  type StoredDatabase,
} from './external-databases.repository.ts'

type Wire = z.input<typeof ExternalDatabase>
type Change = z.output<typeof ExternalDatabaseChange>
type Wanted = Change & { readonly password: string }

const limit = { most: 100, code: 'ISSUANCE_EXTERNAL_DATABASE_LIMIT_REACHED' } as const

const fields = fieldsOf(ExternalDatabase)

const present = (row: StoredDatabase): Wire =>
  fields({ ...row, database: row.database_name, user: row.user_name })

/** @throws rights_not_held */
export const list = async (ctx: Context): Promise<Wire[]> => {
  expectAllGroups(ctx)
  return (await listByName(ctx, 'external_databases', limit.most)).map(present)
}

const shown = ({ database_name, user_name, read_only, ...row }: StoredDatabase) => ({
  name: row.name,
  kind: row.kind,
  host: row.host,
  port: row.port,
  database: database_name,
  user: user_name,
  security: row.security,
  readOnly: read_only,
})

const columnsOf = (ctx: Context, wanted: Change, sealed: Buffer) => ({
  name: wanted.name,
  name_key: foldName(wanted.name),
  kind: wanted.kind,
  host: wanted.host,
  port: wanted.port,
  database_name: wanted.database,
  user_name: wanted.user,
  security: wanted.security,
  ca_certificates: wanted.caCertificates,
  read_only: wanted.readOnly,
  sealed_password: sealed,
  modified_at: ctx.platform.clock.now(),
  modified_by: actorName(ctx),
})

const sealed = ({ platform, tenant }: Context, id: string, password: string): Promise<Buffer> =>
  platform.secrets.seal(tenant.id, passwordPurpose(id), Buffer.from(password, 'utf8'))

const rows = namedRows({
  ...rowsOf('external_databases'),
  entity: 'ISSUANCE',
  action: 'EXTERNAL_DATABASE',
  missing: 'ISSUANCE_EXTERNAL_DATABASE_NOT_FOUND',
  taken: { external_databases_tenant_id_name_key_key: 'ISSUANCE_EXTERNAL_DATABASE_EXISTS' },
  used: 'ISSUANCE_EXTERNAL_DATABASE_IN_USE',
  expectRight: expectAllGroups,
  shown,
  present,
})

/** @throws ISSUANCE_EXTERNAL_DATABASE_NOT_FOUND, rights_not_held */
const readRow = async (ctx: Context, id: string): Promise<StoredDatabase> => {
  const row = await rows.find(ctx, id)
  expectAllGroups(ctx)
  return row
}

/** @throws ISSUANCE_EXTERNAL_DATABASE_NOT_FOUND, rights_not_held */
export const read = async (ctx: Context, id: string) => {
  const answer = await rows.read(ctx, id)
  expectAllGroups(ctx)
  return answer
}

/** @throws ISSUANCE_EXTERNAL_DATABASE_EXISTS, ISSUANCE_EXTERNAL_DATABASE_REFUSED, rights_not_held */
export const create = async (ctx: Context, wanted: Wanted) => {
  expectAllGroups(ctx)
  await checkPlace(ctx, wanted)
  const id = ctx.platform.ids.uuid()
  const columns = columnsOf(ctx, wanted, await sealed(ctx, id, wanted.password))
  return rows.create(ctx, async (ctx) => {
    await expectRoom(ctx, 'external_databases', limit)
    const begun = { ...newIds(ctx), id, created_at: columns.modified_at }
    return insertRow(ctx, 'external_databases', { ...begun, ...columns })
  })
}

/** Where the password goes to, and how: who changes it could read the password there. */
const isSamePlace = (row: StoredDatabase, wanted: Change): boolean =>
  row.kind === wanted.kind &&
  row.host === wanted.host &&
  row.port === wanted.port &&
  row.user_name === wanted.user &&
  row.security === wanted.security &&
  row.ca_certificates === wanted.caCertificates

/** @throws ISSUANCE_EXTERNAL_DATABASE_PASSWORD_NEEDED where it would be sent elsewhere */
export const update = async (ctx: Context, id: string, wanted: Change) => {
  await checkPlace(ctx, wanted)
  const password = wanted.password === undefined ? null : await sealed(ctx, id, wanted.password)
  return rows.change(ctx, id, async (ctx, before) => {
    if (password === null && !isSamePlace(before, wanted)) {
      throw new ApiError('ISSUANCE_EXTERNAL_DATABASE_PASSWORD_NEEDED')
    }
    const to = columnsOf(ctx, wanted, password ?? before.sealed_password)
    return updateRow(ctx, 'external_databases', { id: before.id, ...to })
  })
}

/** @throws ISSUANCE_EXTERNAL_DATABASE_IN_USE while a field is connected with it */
export const { remove } = rows

/** That the fields connected with it find their columns, and may write them where they do. @throws DatabaseFailed */
const expectColumns = async (
  session: DatabaseSession,
  row: StoredDatabase,
  connected: readonly ConnectedColumn[],
): Promise<void> => {
  for (const [table, own] of Map.groupBy(connected, (each) => each.table)) {
    const known = new Set((await session.columns(table)).map(({ name }) => name))
    if (known.size === 0) throw new DatabaseFailed('TABLE', new Error(table))
    const missing = own.find(({ column }) => !known.has(column))
    if (missing !== undefined) throw failedAt('COLUMN', missing)
    const written = own.filter(({ isWritten }) => isWritten && !row.read_only)
    if (written.length === 0) continue
    const open = new Set(await session.writable(table))
    const closed = written.find(({ column }) => !open.has(column))
    if (closed !== undefined) throw failedAt('WRITE', closed)
  }
}

const failedAt = (step: DatabaseStep, { table, column }: ConnectedColumn): DatabaseFailed =>
  new DatabaseFailed(step, new Error(`${table}.${column}`))

/** Each step in its turn; the time is of the connection alone. */
const tried = async (ctx: Context, row: StoredDatabase) => {
  const connected = await listConnectedColumns(ctx, row.id)
  const begun = performance.now()
  const millis = (): number => Math.round(performance.now() - begun)
  try {
    return await withDatabase(ctx, row, async (session) => {
      const latencyMillis = millis()
      const server = await session.server()
      const tables = (await session.tables()).length
      await expectColumns(session, row, connected)
      return { failed: null, detail: null, server, latencyMillis, tables }
    })
  } catch (error) {
    if (!(error instanceof DatabaseFailed)) throw error
    const nothing = { server: null, tables: null, latencyMillis: millis() }
    return { failed: error.step, detail: error.message, ...nothing }
  }
}

/** @throws ISSUANCE_EXTERNAL_DATABASE_NOT_FOUND, rights_not_held */
export const test = async (ctx: Context, id: string) => {
  const row = await readRow(ctx, id)
  const outcome = await tried(ctx, row)
  await ctx.transaction(async (ctx) => {
    rows.record(ctx, row, { event: 'TESTED', after: { failed: outcome.failed } })
  })
  return outcome
}

/** @throws ISSUANCE_EXTERNAL_DATABASE_FAILED naming the step, rights_not_held */
export const tables = async (ctx: Context, id: string) => {
  const row = await readRow(ctx, id)
  return reaching(() => withDatabase(ctx, row, async (session) => [...(await session.tables())]))
}

/** @throws ISSUANCE_EXTERNAL_DATABASE_FAILED naming the step, rights_not_held */
export const columns = async (ctx: Context, id: string, table: string) => {
  const row = await readRow(ctx, id)
  return reaching(() =>
    withDatabase(ctx, row, async (session) => [...(await session.columns(table))]),
  )
}
