import { randomBytes } from 'node:crypto'
import type { Platform } from '@signet/server/platform/platform'
import type { ClientBase } from 'pg'
import { type Range, tokenKeySql, userKeySql } from './users.ts'

const keyOf = (index: number): string =>
  `02000000-0000-7000-8000-${index.toString(16).padStart(12, '0')}`

const types = { OATH_TOTP: 'GOOGLE_AUTHENTICATOR', OATH_HOTP: 'OATH_PHYSICAL_TOKEN' } as const

interface Wanted extends Range {
  /** An app that shows codes by the clock, or a device that shows the next one at a press. */
  readonly kind: keyof typeof types
}

const insert = `insert into tokens (tenant_id, id, serial, user_id, type, algorithm_type, state, algorithm, digits, period_seconds, last_step, sealed_secret, created_at, activated_at)
  select $1, ${tokenKeySql}, lpad(n::text, 9, '0'), ${userKeySql}, $4, $5, 'ACTIVE', 'SHA1', 6, 30, -1, sealed, now(), now()
  from unnest($2::int[], $3::bytea[]) as row (n, sealed)`

/** RFC 4226, section 4, R6: 160 bits; the same for all, each sealed for its own row. */
export const tokenSecret = randomBytes(20)

/** An active token for each user. */
export const seedTokens = async (
  owner: ClientBase,
  { secrets }: Pick<Platform, 'secrets'>,
  { tenantId, from, to, kind }: Wanted,
): Promise<void> => {
  const indexes = Array.from({ length: to - from }, (_, at) => from + at)
  const sealed = await Promise.all(
    indexes.map((index) => secrets.seal(tenantId, `token:${keyOf(index)}`, tokenSecret)),
  )
  await owner.query(insert, [tenantId, indexes, sealed, types[kind], kind])
}

const handOut = `insert into tokens (tenant_id, id, serial, user_id, type, state, algorithm, digits, period_seconds, last_step, sealed_secret, created_at, activated_at)
  select $1, ${tokenKeySql}, lpad(n::text, 9, '0'), ${userKeySql}, 'OATH_PHYSICAL_TOKEN', 'ACTIVE', 'SHA1', 6, 30, -1, $4, now(), now()
  from generate_series($2::int, $3::int - 1) n`

const batch = 50_000

/** A hardware token for each user, for lists: nothing opens their secrets. */
export const seedHandedOut = async (
  owner: ClientBase,
  { tenantId, from, to }: Range,
): Promise<void> => {
  for (let begin = from; begin < to; begin += batch) {
    await owner.query(handOut, [tenantId, begin, Math.min(begin + batch, to), randomBytes(64)])
  }
  await owner.query('vacuum analyze tokens')
}
