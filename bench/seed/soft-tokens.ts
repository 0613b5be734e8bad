import { randomBytes } from 'node:crypto'
import type { Platform } from '@signet/server/platform/platform'
import type { ClientBase } from 'pg'
import { type Range, tokenKeySql, userKeySql } from './users.ts'

const keyOf = (index: number): string =>
  `02000000-0000-7000-8000-${index.toString(16).padStart(12, '0')}`

const insert = `insert into tokens (tenant_id, id, serial, user_id, type, state, algorithm, digits, period_seconds, sealed_secret, created_at, activated_at)
  select $1, ${tokenKeySql}, lpad(n::text, 9, '0'), ${userKeySql}, 'GOOGLE_AUTHENTICATOR', 'ACTIVE', 'SHA1', 6, 30, sealed, now(), now()
  from unnest($2::int[], $3::bytea[]) as row (n, sealed)`

/** RFC 4226, section 4, R6: 160 bits; the same for all, each sealed for its own row. */
export const softTokenSecret = randomBytes(20)

/** An active authenticator app for each user. */
export const seedSoftTokens = async (
  owner: ClientBase,
  { secrets }: Pick<Platform, 'secrets'>,
  { tenantId, from, to }: Range,
): Promise<void> => {
  const indexes = Array.from({ length: to - from }, (_, at) => from + at)
  const sealed = await Promise.all(
    indexes.map((index) => secrets.seal(tenantId, `token:${keyOf(index)}`, softTokenSecret)),
  )
  await owner.query(insert, [tenantId, indexes, sealed])
}
