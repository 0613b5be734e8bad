import type { builtInRoleIds } from '@signet/rules/built-in-roles'
import { sql } from 'kysely'
import type { Context } from '../../kit/context.ts'
import { bindings } from '../../modules/authenticators/passwords/index.ts'
import { assignBuiltInRole } from '../../modules/identity/roles/index.ts'
import type { JudgedValues } from '../../modules/identity/user-attributes/index.ts'
import { insertUsers, type WantedUser } from '../../modules/identity/users/index.ts'
import { type Person, people } from './people.ts'

interface Account extends Person {
  readonly role: (typeof builtInRoleIds)[number]
  /** What is printed in place of the role. */
  readonly alsoAs?: string
}

/** Who may be tried: one person for each kind of work. */
export const accounts: readonly Account[] = [
  {
    userId: 'ada',
    firstName: 'Ada',
    lastName: 'Lindqvist',
    email: 'ada@acme.example',
    role: 'SUPER_ADMINISTRATOR',
  },
  {
    userId: 'sam',
    firstName: 'Sam',
    lastName: 'Okafor',
    email: 'sam@acme.example',
    role: 'HELP_DESK',
  },
  {
    userId: 'olga',
    firstName: 'Olga',
    lastName: 'Petrova',
    email: 'olga@acme.example',
    role: 'AUDITOR',
  },
  {
    userId: 'cara',
    firstName: 'Cara',
    lastName: 'Nilsson',
    email: 'cara@acme.example',
    role: 'USER',
    alsoAs: 'help desk of customer care',
  },
  {
    userId: 'anna',
    firstName: 'Anna',
    lastName: 'Berg',
    email: 'anna@acme.example',
    role: 'USER',
    alsoAs: 'user in two organizations',
  },
]

const dayMillis = 86_400_000

interface People {
  readonly folk: readonly Person[]
  readonly ids: readonly string[]
  readonly attributesOf: (at: number) => JudgedValues
}

/** Some joined every few hours of the last year; a few are inactive, a few locked. */
const insertPeople = async (ctx: Context, { folk, ids, attributesOf }: People): Promise<void> => {
  const now = ctx.platform.clock.now().getTime()
  const wanted = folk.map(
    (person, at): WantedUser => ({
      ...person,
      id: ids[at] ?? '',
      emailVerified: true,
      locale: 'en',
      attributes: attributesOf(at),
      state: at % 53 === 52 ? 'INACTIVE' : 'ACTIVE',
      createdAt: new Date(now - (at % 365) * dayMillis - at * 1000),
    }),
  )
  await insertUsers(ctx, wanted)
  await ctx.db
    .updateTable('users')
    .set({ locked: true })
    .where('tenant_id', '=', ctx.tenant.id)
    .where(
      'id',
      'in',
      ids.filter((_, at) => at % 97 === 96),
    )
    .execute()
}

export const insertPasswords = async (
  ctx: Context,
  ids: readonly string[],
  hash: string,
): Promise<void> => {
  await sql`
    with given as (
      insert into passwords (tenant_id, user_id, hash, binding, changed_at)
      select ${ctx.tenant.id}::uuid, id, ${hash}, binding, ${ctx.platform.clock.now()}
      from unnest(${ids}::uuid[],
        ${ids.map((userId) => bindings.of(ctx, { userId, hash }))}::bytea[]) as row (id, binding)
      returning tenant_id, user_id, changed_at, hash)
    insert into password_history (tenant_id, user_id, set_at, hash)
    select tenant_id, user_id, changed_at, hash from given`.execute(ctx.db)
}

interface Shared {
  readonly passwordHash: string
  /** The own attributes of the person at a place of the list. */
  readonly attributesOf: (at: number) => JudgedValues
}

/** 1,000 people, five of them with work to do; all share one password. Returns ids by user id. */
export const insertDirectory = async (
  ctx: Context,
  { passwordHash, attributesOf }: Shared,
): Promise<ReadonlyMap<string, string>> => {
  const folk = [...accounts, ...people(1000 - accounts.length)]
  const ids = folk.map(() => ctx.platform.ids.uuid())
  await insertPeople(ctx, { folk, ids, attributesOf })
  await insertPasswords(ctx, ids, passwordHash)
  for (const [at, { role }] of accounts.entries()) await assignBuiltInRole(ctx, ids[at] ?? '', role)
  return new Map(folk.map(({ userId }, at) => [userId, ids[at] ?? '']))
}
