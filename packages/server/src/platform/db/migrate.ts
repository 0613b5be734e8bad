import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import type { ClientBase } from 'pg'
import type { Log } from '../log.ts'
import { StartRefused } from '../start-refused.ts'
import type { Migration } from './migration.ts'
import { checkVersion, ensureRole, runtimeRole, sequencerRole } from './runtime-role.ts'
import { errorCodeOf } from './sql-errors.ts'

interface NamedMigration extends Migration {
  /** The file's name without its ending: date, time and subject. */
  readonly name: string
}

const folder = join(import.meta.dirname, 'migrations')

const isMigration = (value: unknown): value is Migration =>
  typeof value === 'object' &&
  value !== null &&
  'statements' in value &&
  Array.isArray(value.statements)

const load = async (name: string): Promise<NamedMigration> => {
  const url = pathToFileURL(join(folder, `${name}.ts`)).href
  const loaded: { migration?: unknown } = await import(url)
  if (!isMigration(loaded.migration)) throw new Error(`${name}.ts exports no migration`)
  return { name, statements: loaded.migration.statements }
}

/** Names of all migrations of this release, in order; nothing is loaded for them. */
export const listMigrationNames = async (): Promise<string[]> =>
  (await readdir(folder))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => basename(file, '.ts'))
    .toSorted()

/** All migrations of this release, in order. */
export const listMigrations = async (): Promise<NamedMigration[]> =>
  await Promise.all((await listMigrationNames()).map(load))

/** One node at a time goes past these. */
const recording = [
  `create table if not exists migrations (name text primary key, applied_at timestamptz not null)`,
  `lock table migrations in exclusive mode`,
]

/** What stands before the first migration; each statement may run again. */
const preparation = [
  `create extension if not exists pg_trgm`,
  `create extension if not exists btree_gin`,
  `revoke create on schema public from public`,
  `do $$ begin
    execute format('revoke temporary, create on database %I from public', current_database());
  end $$`,
  `grant usage on schema public to ${runtimeRole}, ${sequencerRole}`,
  `grant select on migrations to ${runtimeRole}`,
]

const inTransaction = async <T>(client: ClientBase, work: () => Promise<T>): Promise<T> => {
  await client.query('begin')
  try {
    const value = await work()
    await client.query('commit')
    return value
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

const isApplied = async (client: ClientBase, name: string): Promise<boolean> => {
  const { rowCount } = await client.query('select from migrations where name = $1', [name])
  return rowCount !== 0
}

/** Runs one migration unless another process did while we waited for the lock. */
const apply = (client: ClientBase, migration: NamedMigration): Promise<boolean> =>
  inTransaction(client, async () => {
    await client.query('lock table migrations in exclusive mode')
    if (await isApplied(client, migration.name)) return false
    // A function's new owner must be able to create in its schema, if only for that moment.
    await client.query(`grant create on schema public to ${sequencerRole}`)
    for (const statement of migration.statements) await client.query(statement)
    await client.query(`revoke create on schema public from ${sequencerRole}`)
    await client.query('insert into migrations values ($1, $2)', [migration.name, new Date()])
    return true
  })

const refusals: Record<string, string> = {
  '0A000': 'lacks the extensions pg_trgm and btree_gin: install its contrib package',
  '42501': 'does not let the owner create what the schema needs: the owner must own the database',
}

const refusalOf = (error: unknown): unknown => {
  const reason = refusals[errorCodeOf(error) ?? '']
  return reason === undefined ? error : new StartRefused(`The database ${reason}`, error)
}

/** Two nodes that start at once may both create what is missing: the loser looks again. */
const prepare = async (client: ClientBase, attempt = 1): Promise<void> => {
  try {
    await inTransaction(client, async () => {
      for (const statement of recording) await client.query(statement)
      await ensureRole(client, runtimeRole)
      await ensureRole(client, sequencerRole)
      for (const statement of preparation) await client.query(statement)
    })
  } catch (error) {
    const collided = ['23505', '42710', '42P07', 'XX000'].includes(errorCodeOf(error) ?? '')
    if (attempt === 5 || !collided) throw refusalOf(error)
    await sleep(Math.random() * 50 * attempt)
    await prepare(client, attempt + 1)
  }
}

const applyNamed = async (owner: ClientBase, migration: NamedMigration): Promise<boolean> => {
  try {
    return await apply(owner, migration)
  } catch (error) {
    throw new Error(`migration ${migration.name} failed: ${String(error)}`, { cause: error })
  }
}

/** Runs those that are missing, each in one transaction, announced in one line. Returns their names. */
export const applyMigrations = async (
  owner: ClientBase,
  migrations: readonly NamedMigration[],
  log: Pick<Log, 'info'>,
): Promise<string[]> => {
  const latest = migrations.at(-1)?.name
  const count = migrations.length === 1 ? '1 migration' : `${migrations.length} migrations`
  if (latest !== undefined) log.info({ latest }, `Preparing the database… (${count})`)
  const applied: string[] = []
  for (const migration of migrations) {
    if (await applyNamed(owner, migration)) applied.push(migration.name)
  }
  return applied
}

const appliedNames = async (owner: ClientBase): Promise<ReadonlySet<string>> => {
  const found = await owner.query(`select from pg_tables
    where schemaname = 'public' and tablename = 'migrations'`)
  if (found.rowCount === 0) return new Set()
  const { rows } = await owner.query<{ name: string }>('select name from migrations')
  return new Set(rows.map(({ name }) => name))
}

/**
 * Brings the schema to this release as its owner, or runs but those of `only`. Returns the names
 * of the migrations run.
 */
export const migrate = async (
  owner: ClientBase,
  log: Pick<Log, 'info'>,
  only?: ReadonlySet<string>,
): Promise<string[]> => {
  await checkVersion(owner)
  const applied = await appliedNames(owner)
  const wanted = (await listMigrationNames()).filter((name) => only?.has(name) ?? true)
  const missing = wanted.filter((name) => !applied.has(name))
  if (missing.length === 0) return []
  await prepare(owner)
  return await applyMigrations(owner, await Promise.all(missing.map(load)), log)
}

/** @throws StartRefused when the schema lacks migrations of this release */
export const checkMigrated = (applied: ReadonlySet<string>, known: readonly string[]): void => {
  const missing = known.filter((name) => !applied.has(name))
  if (missing.length === 0) return
  throw new StartRefused(
    `The database lacks ${missing.length} migrations of this release: ` +
      'run "npm run db:migrate" with SIGNET_DATABASE_OWNER_URL',
  )
}
