import { z } from 'zod'
import type { TestDatabase } from '../../../testing/database/test-database.ts'
import type { Route } from '../../kit/routes.ts'
import type { Given, World } from './world.ts'

const markOf: Readonly<Record<string, unknown>> = {
  text: 'planted-by-the-caller',
  uuid: 'dddddddd-dddd-4ddd-8ddd-dddddddddddd',
  integer: 987_654_321,
  bigint: 987_654_321,
  boolean: true,
  jsonb: { planted: 'planted-by-the-caller' },
  'timestamp with time zone': '2031-02-03T04:05:06.000Z',
  bytea: 'cGxhbnRlZC1ieS10aGUtY2FsbGVy',
}

/** How the marks would look in a stored row. */
export const plantedValues: readonly string[] = [
  'planted-by-the-caller',
  'dddddddd-dddd-4ddd-8ddd-dddddddddddd',
  '987654321',
  '2031-02-03',
  '+442079460958',
]

const camelCase = (name: string): string =>
  name.replace(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase())

/** Fields of the wire that no column is named after. */
const ofTheWire: Readonly<Record<string, unknown>> = {
  actor: { kind: 'user', superAdministrator: true },
  administrator: true,
  admin: true,
  email: 'planted-by-the-caller@example.test',
  mobile: '+442079460958',
  phone: '+442079460958',
  userId: 'planted-by-the-caller',
  userAliases: ['planted-by-the-caller'],
  userPrincipalName: 'planted-by-the-caller@example.test',
  type: 'EXTERNAL',
  state: 'ACTIVE',
  locale: 'de',
  version: 1,
  roles: [{ id: markOf.uuid }],
  roleIds: [markOf.uuid],
  permissions: [{ entityType: 'USERS', view: true, add: true, edit: true, remove: true }],
  verified: true,
  authenticationCompleted: true,
  evidence: [{ step: 1 }, { step: 2 }],
  constructor: { prototype: { locked: true } },
}

/** Fields that belong to the server, each with a value that is found again where it is stored. */
export type Marks = ReadonlyMap<string, unknown>

/** Every column of every product table, as the wire and as the database spell it, with a mark. */
export const marksFor = ({ asOwner }: TestDatabase): Promise<Marks> =>
  asOwner(async (owner) => {
    const { rows } = await owner.query<{ name: string; type: string }>(
      `select distinct column_name as name, data_type as type from information_schema.columns
       where table_schema = 'public' and table_name in (select table_name
         from information_schema.columns where table_schema = 'public' and column_name = 'tenant_id')`,
    )
    const columns = rows.flatMap(({ name, type }) =>
      [name, camelCase(name)].map((each) => [each, markOf[type] ?? markOf.text] as const),
    )
    return new Map([...columns, ...Object.entries(ofTheWire)])
  })

/** What a provider calls is signed as it was sent: nothing can be added. */
const signed: ReadonlySet<string> = new Set(['receiveFaceWebhook'])

export const isSelfService = ({ endpoint, name }: Route): boolean =>
  endpoint.actor !== 'admin' && endpoint.body !== undefined && !signed.has(name)

/** The fields that a body has by right. */
const namesIn = ({ endpoint }: Route): string[] =>
  endpoint.body instanceof z.ZodObject ? Object.keys(endpoint.body.shape) : []

/** A call with every field of the server's in its body, but those that the body has by right. */
export const withMarks = (fields: Marks, route: Route, given: Given): Given => {
  const own = namesIn(route)
  const added = [...fields].filter(([name]) => !own.includes(name))
  const body = typeof given.body === 'object' ? given.body : {}
  return { ...given, body: { ...Object.fromEntries(added), ...body } }
}

/** Which users of this tenant are locked or migrated, and who has which role, as one text. */
export const gained = async ({ ctx: { db, tenant } }: World): Promise<string> => {
  const users = await db
    .selectFrom('users')
    .select('user_id')
    .where('tenant_id', '=', tenant.id)
    .where((is) => is.or([is('locked', '=', true), is('migrated', '=', true)]))
    .orderBy('user_id')
    .execute()
  const roles = await db
    .selectFrom('user_roles')
    .select(['user_id', 'role_id'])
    .where('tenant_id', '=', tenant.id)
    .orderBy('user_id')
    .orderBy('role_id')
    .execute()
  return JSON.stringify({ users, roles })
}
