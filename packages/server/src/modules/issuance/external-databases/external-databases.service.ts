import type {
  DatabaseStep,
  ExternalDatabase,
  ExternalDatabaseChange,
} from '@signet/contract/issuance/external-databases'
import { foldName } from '@signet/rules/text'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import { expectAllGroups } from '../../../kit/authorize.ts'
import { actorName, type Context, expectVersion } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { versioned } from '../../../kit/routes.ts'
import { expectRoom, foundOr, unique, unlessUsed } from '../../../kit/rows.ts'
import {
  findRow,
  holdRow,
  insertRow,
  newIds,
  removeRows,
  updateRow,
} from '../../../platform/db/row-sets.ts'
import { checkPlace, passwordPurpose, reaching, withDatabase } from './connect.ts'
import { DatabaseFailed, type DatabaseSession } from './driver.ts'
import {
  type ConnectedColumn,
  listConnectedColumns,
  listDatabases,
  type StoredDatabase,
} from './external-databases.repository.ts'

type Wire = z.input<typeof ExternalDatabase>
type Change = z.output<typeof ExternalDatabaseChange>
type Wanted = Change & { readonly password: string }

const limit = { most: 100, code: 'ISSUANCE_EXTERNAL_DATABASE_LIMIT_REACHED' } as const

const present = (row: StoredDatabase): Wire => ({
  id: row.id,
  name: row.name,
  kind: row.kind,
  host: row.host,
  port: row.port,
  database: row.database_name,
  user: row.user_name,
  security: row.security,
  caCertificates: row.ca_certificates,
  readOnly: row.read_only,
  version: row.version,
  createdAt: row.created_at,
  modifiedAt: row.modified_at,
  modifiedBy: row.modified_by,
})

/** @throws rights_not_held */
export const list = async (ctx: Context): Promise<Wire[]> => {
  expectAllGroups(ctx)
  return (await listDatabases(ctx, limit.most)).map(present)
}

const orNotFound = foundOr('ISSUANCE_EXTERNAL_DATABASE_NOT_FOUND')

/** @throws ISSUANCE_EXTERNAL_DATABASE_NOT_FOUND, rights_not_held */
const readRow = async (ctx: Context, id: string): Promise<StoredDatabase> => {
  const row = orNotFound(await findRow(ctx, 'external_databases', id))
  expectAllGroups(ctx)
  return row
}

/** @throws ISSUANCE_EXTERNAL_DATABASE_NOT_FOUND, rights_not_held */
export const read = async (ctx: Context, id: string) => {
  const row = await readRow(ctx, id)
  return versioned(present(row), row.version)
}

const subjectOf = ({ id, name }: StoredDatabase) => ({ entity: 'ISSUANCE', id, name })
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

const refusingDuplicates = unique({
  external_databases_tenant_id_name_key_key: 'ISSUANCE_EXTERNAL_DATABASE_EXISTS',
})

/** @throws ISSUANCE_EXTERNAL_DATABASE_EXISTS, ISSUANCE_EXTERNAL_DATABASE_REFUSED, rights_not_held */
export const create = async (ctx: Context, wanted: Wanted) => {
  expectAllGroups(ctx)
  await checkPlace(ctx, wanted)
  const id = ctx.platform.ids.uuid()
  const columns = columnsOf(ctx, wanted, await sealed(ctx, id, wanted.password))
  return refusingDuplicates(() =>
    ctx.transaction(async (ctx) => {
      await expectRoom(ctx, 'external_databases', limit)
      const begun = { ...newIds(ctx), id, created_at: columns.modified_at }
      const row = await insertRow(ctx, 'external_databases', { ...begun, ...columns })
      audit(ctx, 'EXTERNAL_DATABASE_CREATED', { subject: subjectOf(row), after: shown(row) })
      return versioned(present(row), row.version)
    }),
  )
}

/** Where the password goes to, and how: who changes it could read the password there. */
const isSamePlace = (row: StoredDatabase, wanted: Change): boolean =>
  row.kind === wanted.kind &&
  row.host === wanted.host &&
  row.port === wanted.port &&
  row.user_name === wanted.user &&
  row.security === wanted.security &&
  row.ca_certificates === wanted.caCertificates

const readForChange = async (ctx: Context, id: string): Promise<StoredDatabase> => {
  const row = orNotFound(await holdRow(ctx, 'external_databases', id))
  expectAllGroups(ctx)
  expectVersion(ctx, row.version)
  return row
}

/** @throws ISSUANCE_EXTERNAL_DATABASE_PASSWORD_NEEDED where it would be sent elsewhere */
export const update = async (ctx: Context, id: string, wanted: Change) => {
  await checkPlace(ctx, wanted)
  const password = wanted.password === undefined ? null : await sealed(ctx, id, wanted.password)
  return refusingDuplicates(() =>
    ctx.transaction(async (ctx) => {
      const before = await readForChange(ctx, id)
      if (password === null && !isSamePlace(before, wanted)) {
        throw new ApiError('ISSUANCE_EXTERNAL_DATABASE_PASSWORD_NEEDED')
      }
      const to = columnsOf(ctx, wanted, password ?? before.sealed_password)
      const after = await updateRow(ctx, 'external_databases', { id: before.id, ...to })
      audit(ctx, 'EXTERNAL_DATABASE_UPDATED', {
        subject: subjectOf(after),
        before: shown(before),
        after: shown(after),
      })
      return versioned(present(after), after.version)
    }),
  )
}

const refusingUsed = unlessUsed('ISSUANCE_EXTERNAL_DATABASE_IN_USE')

/** @throws ISSUANCE_EXTERNAL_DATABASE_IN_USE while a field is connected with it */
export const remove = (ctx: Context, id: string): Promise<undefined> =>
  refusingUsed(() =>
    ctx.transaction(async (ctx) => {
      const row = await readForChange(ctx, id)
      await removeRows(ctx, 'external_databases', [row])
      audit(ctx, 'EXTERNAL_DATABASE_DELETED', { subject: subjectOf(row), before: shown(row) })
      return undefined
    }),
  )

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
    audit(ctx, 'EXTERNAL_DATABASE_TESTED', {
      subject: subjectOf(row),
      after: { failed: outcome.failed },
    })
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
