import type { DatabaseStep, ExternalDatabase } from '@signet/contract/issuance/external-databases'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { addressBytes, isWithin } from '../../../platform/config/networks.ts'
import { type AllowedAddress, OutboundRefused } from '../../../platform/outbound.ts'
import {
  DatabaseFailed,
  type DatabaseSession,
  type DatabaseTarget,
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

/** Whether the operator has named the target: there, a connection in clear is the operator’s choice. */
const isNamed = ({ platform }: Context, { host, port }: Place): boolean => {
  const bytes = addressBytes(host)
  return platform.config.outboundAllow.some(
    (allowed) =>
      allowed.kind === 'database' &&
      allowed.port === port &&
      (allowed.network === null
        ? allowed.host === host.toLowerCase()
        : bytes !== null && isWithin(bytes, allowed.network)),
  )
}

/**
 * Tells at once what nothing would reach: an address inside, clear text to anywhere. A name that
 * is not found now may be found later.
 * @throws ISSUANCE_EXTERNAL_DATABASE_REFUSED
 */
export const checkPlace = async (ctx: Context, place: Place): Promise<void> => {
  const refused = (cause?: unknown) => new ApiError('ISSUANCE_EXTERNAL_DATABASE_REFUSED', { cause })
  if (place.security === 'CLEAR' && !isNamed(ctx, place)) throw refused()
  try {
    await ctx.platform.outbound.connectAllowed('database', place.host, place.port)
  } catch (error) {
    if (error instanceof OutboundRefused) throw refused(error)
  }
}

const addressOf = async (ctx: Context, row: StoredDatabase): Promise<AllowedAddress> => {
  try {
    if (row.security === 'CLEAR' && !isNamed(ctx, row)) {
      throw new OutboundRefused('clear text goes only to what the operator has named')
    }
    return await ctx.platform.outbound.connectAllowed('database', row.host, row.port)
  } catch (error) {
    throw new DatabaseFailed('ADDRESS', error)
  }
}

type Use<T> = (session: DatabaseSession) => Promise<T>

const withSession = async <T>(
  ctx: Context,
  row: StoredDatabase,
  { mode, use }: { readonly mode: DatabaseTarget['mode']; readonly use: Use<T> },
): Promise<T> => {
  const address = await addressOf(ctx, row)
  const { secrets } = ctx.platform
  const password = await secrets.open(ctx.tenant.id, passwordPurpose(row.id), row.sealed_password)
  const session = await drivers[row.kind]({
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

export interface Failing {
  readonly failed: DatabaseStep | null
  readonly detail: string | null
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
