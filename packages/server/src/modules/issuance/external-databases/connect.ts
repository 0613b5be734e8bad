import type { ExternalDatabase } from '@signet/contract/issuance/external-databases'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { expectSafe } from '../../../platform/outbound/targets.ts'
import { type AllowedAddress, OutboundRefused } from '../../../platform/outbound.ts'
import {
  DatabaseFailed,
  type DatabaseSession,
  type DatabaseTarget,
  guarded,
  type OpenDatabase,
} from './driver.ts'
import type { StoredDatabase } from './external-databases.repository.ts'
import { openMysql } from './mysql.ts'
import { openPostgresql } from './postgresql.ts'
import { openSqlServer } from './sql-server.ts'

type Kind = z.output<typeof ExternalDatabase>['kind']

const drivers: Readonly<Record<Kind, OpenDatabase>> = {
  POSTGRESQL: openPostgresql,
  MYSQL: openMysql,
  SQL_SERVER: openSqlServer,
}

/** The purpose under which the password is sealed. */
export const passwordPurpose = (id: string): string => `external-database:${id}`

interface Place {
  readonly host: string
  readonly port: number
  readonly security: 'TLS' | 'CLEAR'
}

/** @throws OutboundRefused */
const reached = async (
  { platform }: Context,
  { host, port, security }: Place,
): Promise<AllowedAddress> => {
  expectSafe(platform, { kind: 'database', host, port, isClear: security === 'CLEAR' })
  return platform.outbound.connectAllowed('database', host, port)
}

/**
 * Tells at once what nothing would reach: an address inside, clear text to anywhere. A name that
 * is not found now may be found later.
 * @throws ISSUANCE_EXTERNAL_DATABASE_REFUSED
 */
export const checkPlace = async (ctx: Context, place: Place): Promise<void> => {
  try {
    await reached(ctx, place)
  } catch (cause) {
    if (!(cause instanceof OutboundRefused)) return
    throw new ApiError('ISSUANCE_EXTERNAL_DATABASE_REFUSED', { cause })
  }
}

const addressOf = async (ctx: Context, row: StoredDatabase): Promise<AllowedAddress> => {
  try {
    return await reached(ctx, row)
  } catch (error) {
    throw new DatabaseFailed('ADDRESS', error)
  }
}

/** A session whose failures tell their step, whichever driver it is of. @throws DatabaseFailed */
export const openDatabase = async (kind: Kind, target: DatabaseTarget): Promise<DatabaseSession> =>
  guarded(await drivers[kind](target), target)

type Use<T> = (session: DatabaseSession) => Promise<T>

const withSession = async <T>(
  ctx: Context,
  row: StoredDatabase,
  { mode, use }: { readonly mode: DatabaseTarget['mode']; readonly use: Use<T> },
): Promise<T> => {
  const address = await addressOf(ctx, row)
  const { secrets } = ctx.platform
  const password = await secrets.open(ctx.tenant.id, passwordPurpose(row.id), row.sealed_password)
  const session = await openDatabase(row.kind, {
    address,
    database: row.database_name,
    user: row.user_name,
    password: password.toString('utf8'),
    tls: row.security === 'TLS' ? { ca: row.ca_certificates } : null,
    mode,
  })
  try {
    return await use(session)
  } finally {
    await session.close()
  }
}

/** A session for the time of `use`; the address is looked up and checked each time. @throws DatabaseFailed */
export const withDatabase = <T>(ctx: Context, row: StoredDatabase, use: Use<T>): Promise<T> =>
  withSession(ctx, row, { mode: 'READ', use })

/** The same, to write. @throws DatabaseFailed, at once for a database that is only read */
export const withDatabaseToWrite = async <T>(
  ctx: Context,
  row: StoredDatabase,
  use: Use<T>,
): Promise<T> => {
  if (row.read_only) throw new DatabaseFailed('WRITE', new Error('this database is only read'))
  return withSession(ctx, row, { mode: 'WRITE', use })
}

/** @throws ISSUANCE_EXTERNAL_DATABASE_FAILED naming the step */
export const reaching = async <T>(read: () => Promise<T>): Promise<T> => {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof DatabaseFailed)) throw error
    throw new ApiError('ISSUANCE_EXTERNAL_DATABASE_FAILED', {
      parameters: { step: error.step },
      cause: error,
    })
  }
}
