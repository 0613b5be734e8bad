import type { TestDatabase } from '../../platform/db/test-database.ts'

const marks: Readonly<Record<string, unknown>> = {
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
  roles: [{ id: marks.uuid }],
  roleIds: [marks.uuid],
  permissions: [{ entityType: 'USERS', view: true, add: true, edit: true, remove: true }],
  verified: true,
  authenticationCompleted: true,
  evidence: [{ step: 1 }, { step: 2 }],
  constructor: { prototype: { locked: true } },
}

/**
 * Every column of every product table, as the wire and as the database spell it, with a mark; but
 * the fields that the body has by right.
 */
export const planted = (
  { asOwner }: TestDatabase,
  except: readonly string[],
): Promise<Record<string, unknown>> =>
  asOwner(async (owner) => {
    const { rows } = await owner.query<{ name: string; type: string }>(
      `select distinct column_name as name, data_type as type from information_schema.columns
       where table_schema = 'public' and table_name in (select table_name
         from information_schema.columns where table_schema = 'public' and column_name = 'tenant_id')`,
    )
    const columns = rows.flatMap(({ name, type }) =>
      [name, camelCase(name)].map((each) => [each, marks[type] ?? marks.text] as const),
    )
    const all = [...columns, ...Object.entries(ofTheWire)]
    return Object.fromEntries(all.filter(([name]) => !except.includes(name)))
  })
