import { createHash, createPublicKey, type JsonWebKey } from 'node:crypto'
import type { ClientBase } from 'pg'
import { tokenKeySql, userKeySql } from './users.ts'

const insert = `insert into soft_token_devices (tenant_id, id, token_id, user_id, name, platform, public_key, thumbprint, state, created_at)
  select $1, gen_random_uuid(), ${tokenKeySql}, ${userKeySql}, 'Phone', 'WEB', key, thumbprint, 'ACTIVE', now()
  from unnest($2::int[], $3::bytea[], $4::text[]) as row (n, key, thumbprint)`

/** RFC 7638. */
const thumbprintOf = ({ crv, kty, x, y }: JsonWebKey): string =>
  createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url')

/** A confirmed app with its own key for each of the first people, who have tokens. */
export const seedPushApps = async (
  owner: ClientBase,
  tenantId: string,
  keys: readonly JsonWebKey[],
): Promise<void> => {
  const der = keys.map((key) =>
    createPublicKey({ key, format: 'jwk' }).export({ format: 'der', type: 'spki' }),
  )
  const users = keys.map((_, user) => user)
  await owner.query(insert, [tenantId, users, der, keys.map(thumbprintOf)])
}

const insertWaiting = `insert into pushes (tenant_id, id, user_id, transaction_id, state, details, created_at, expires_at)
  select $1, gen_random_uuid(), ${userKeySql}, transaction, 'PENDING', '{}', now(), now() + interval '1 hour'
  from unnest($2::int[], $3::uuid[]) as row (n, transaction)`

/** A question that nobody answers for each of these transactions. */
export const seedUnanswered = async (
  owner: ClientBase,
  tenantId: string,
  asked: readonly { readonly user: number; readonly transaction: string }[],
): Promise<void> => {
  const users = asked.map(({ user }) => user)
  await owner.query(insertWaiting, [tenantId, users, asked.map(({ transaction }) => transaction)])
}
