import { createHash } from 'node:crypto'
import type { ClientBase } from 'pg'
import { type Range, sessionKeySql, userKeySql } from './users.ts'

/** The opaque access token that is seeded for a user. */
export const accessTokenOf = (index: number): string => `bench-token-${index}`.padEnd(43, '-')

const tokenSql = `rpad('bench-token-' || n, 43, '-')`
const end = `now() + interval '1 day'`

/** A copy of a row with other values in some columns, whatever columns there are. */
const copied = (row: string, values: string): string =>
  `(jsonb_populate_record(${row}, jsonb_build_object(${values}))).*`

const fromPattern = `from oidc_tokens t
  join oidc_grants g on g.tenant_id = t.tenant_id and g.id = t.grant_id
  join sessions s on s.tenant_id = g.tenant_id and s.id = g.session_id
  cross join generate_series($3::int, $4::int - 1) n
  where t.tenant_id = $1 and t.id = $2`

/*
 * A session, a grant and an access token for each user, made after those of one real sign-in:
 * what the library reads back is exactly what it wrote.
 */
const statements = [
  `insert into sessions
    select ${copied('s', `'id', ${sessionKeySql}, 'user_id', ${userKeySql}, 'cookie_hash', null`)}
    ${fromPattern}`,
  `insert into oidc_grants
    select ${copied(
      'g',
      `'id', 'bench-grant-' || n, 'user_id', ${userKeySql}, 'session_id', ${sessionKeySql},
        'payload', g.payload || jsonb_build_object('accountId', ${userKeySql})`,
    )}
    ${fromPattern}`,
  `insert into oidc_tokens
    select ${copied(
      't',
      `'id', '\\x' || encode(sha256((${tokenSql})::bytea), 'hex'), 'user_id', ${userKeySql},
        'grant_id', 'bench-grant-' || n, 'expires_at', ${end}, 'payload', t.payload ||
        jsonb_build_object('accountId', ${userKeySql}, 'grantId', 'bench-grant-' || n,
          'sessionUid', ${sessionKeySql}, 'exp', extract(epoch from ${end})::bigint)`,
    )}
    ${fromPattern}`,
]

/** @param token the access token of a real sign-in */
export const seedAccessTokens = async (
  owner: ClientBase,
  { tenantId, from, to }: Range,
  token: string,
): Promise<void> => {
  const id = createHash('sha256').update(token).digest()
  for (const text of statements) await owner.query(text, [tenantId, id, from, to])
  await owner.query('vacuum analyze')
}
