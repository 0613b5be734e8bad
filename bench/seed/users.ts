import { hash } from '@node-rs/argon2'
import type { Context } from '@signet/server/kit/context'
import { bindings } from '@signet/server/modules/authenticators/passwords/index'
import type { ClientBase } from 'pg'

/** Every seeded user's password: the cost of a check does not hang on it. */
export const password = 'correct horse battery staple'
export const userIdOf = (index: number): string => `user-${index}`

/** Ids that a person can read: the user's number in the last 12 digits. */
const idSql = (prefix: string): string =>
  `('${prefix}-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`

export const userKeySql = idSql('01000000')
export const tokenKeySql = idSql('02000000')
export const sessionKeySql = idSql('03000000')

export const userKeyOf = (index: number): string =>
  `01000000-0000-7000-8000-${index.toString(16).padStart(12, '0')}`

/** Names as people have them: searches find some, not all and not one. */
const firstNames = `(array['Ada','Grace','Alan','Edsger','Barbara','Donald','Margaret','Niklaus','Frances','Tony'])[1 + n % 10]`
const lastNames = `(array['Lovelace','Hopper','Turing','Dijkstra','Liskov','Knuth','Hamilton','Wirth','Allen','Hoare','Rivest'])[1 + n / 10 % 11] || '-' || n / 110`

const statements = [
  `insert into users (tenant_id, id, user_id, user_id_key, first_name, last_name, email, locale, name_key, search_text, created_at, updated_at)
    select $1, ${userKeySql}, 'user-' || n, 'user-' || n, first, last, 'user-' || n || '@example.test', 'en',
      lower(last || ' ' || first), lower('user-' || n || ' ' || first || ' ' || last || ' user-' || n || '@example.test'),
      now(), now()
    from (select n, ${firstNames} as first, ${lastNames} as last from generate_series($2::int, $3::int - 1) n) as person`,
  `insert into user_identifiers (tenant_id, normalised, user_id, kind, value)
    select $1, 'user-' || n, ${userKeySql}, 'USER_ID', 'user-' || n from generate_series($2::int, $3::int - 1) n`,
]

const passwordStatement = `insert into passwords (tenant_id, user_id, hash, binding, changed_at)
  select $1, ${userKeySql}, $3, b.binding, now()
  from (select $2::int + at::int - 1 as n, binding
    from unnest($4::bytea[]) with ordinality as given (binding, at)) b`

const parameters = {
  memoryCost: process.env.CHEAP ? 8 : 19_456,
  timeCost: process.env.CHEAP ? 1 : 2,
  parallelism: 1,
  outputLen: 32,
} as const

export interface Range {
  readonly tenantId: string
  readonly from: number
  /** One past the last. */
  readonly to: number
}

const batch = 50_000

/** Active users with a user id and a password, straight by SQL as the owner. */
export const seedUsers = async (
  owner: ClientBase,
  ctx: Pick<Context, 'platform' | 'tenant'>,
  { tenantId, from, to }: Range,
): Promise<void> => {
  const stored = await hash(password, parameters)
  for (let begin = from; begin < to; begin += batch) {
    const end = Math.min(begin + batch, to)
    const values = [tenantId, begin, end]
    const bound = Array.from({ length: end - begin }, (_, at) =>
      bindings.of(ctx, { userId: userKeyOf(begin + at), hash: stored }),
    )
    await owner.query('begin')
    for (const text of statements) await owner.query(text, values)
    await owner.query(passwordStatement, [tenantId, begin, stored, bound])
    await owner.query('commit')
  }
  await owner.query('vacuum analyze')
}
