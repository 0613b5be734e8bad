import type { ClientBase } from 'pg'
import type { Config } from '../config.ts'
import type { Log } from '../log.ts'
import type { Database } from './database.ts'
import { openEmbedded } from './embedded.ts'
import { checkMigrated, listMigrationNames, migrate } from './migrate.ts'
import { openPostgres, withClient } from './postgres.ts'
import { grantRuntimeRole } from './runtime-role.ts'

export type DatabaseConfig = Pick<
  Config,
  'databaseUrl' | 'databaseOwnerUrl' | 'databasePool' | 'dataDir'
>

/** Without an address of a server the database is the embedded one. */
export const isEmbedded = ({
  databaseUrl,
  databaseOwnerUrl,
}: Pick<DatabaseConfig, 'databaseUrl' | 'databaseOwnerUrl'>): boolean =>
  databaseUrl === null && databaseOwnerUrl === null

const appliedMigrations = async (database: Database): Promise<ReadonlySet<string>> => {
  try {
    const rows = await database.system.selectFrom('migrations').select('name').execute()
    return new Set(rows.map(({ name }) => name))
  } catch {
    return new Set()
  }
}

const currentUser = async (client: ClientBase): Promise<string> => {
  const { rows } = await client.query<{ name: string }>('select current_user::text as name')
  return rows[0]?.name ?? ''
}

const openMigratedPostgres = async (config: DatabaseConfig, log: Log): Promise<Database> => {
  const { databaseUrl: url, databaseOwnerUrl: ownerUrl, databasePool: poolSize } = config
  if (ownerUrl !== null) {
    const login = url === null ? null : await withClient(url, currentUser)
    await withClient(ownerUrl, async (owner) => {
      await migrate(owner, log)
      if (login !== null) await grantRuntimeRole(owner, login)
    })
  }
  const database = await openPostgres({ url, ownerUrl, log, poolSize, listens: true })
  try {
    checkMigrated(await appliedMigrations(database), await listMigrationNames())
  } catch (error) {
    await database.close()
    throw error
  }
  return database
}

/**
 * Opens and migrates the configured database: PostgreSQL when an address is given, else the
 * embedded one.
 * @throws StartRefused with one sentence for the operator
 */
export const openDatabase = async (config: DatabaseConfig, log: Log): Promise<Database> => {
  if (!isEmbedded(config)) return await openMigratedPostgres(config, log)
  return (await openEmbedded({ directory: config.dataDir, log })).database
}
