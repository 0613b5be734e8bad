import { abort } from '@signet/rules/abort'
import { z } from 'zod'
import { callsOn } from '../kit/calls-on.ts'
import { endpoint } from '../kit/endpoint.ts'
import { Instant, Line, Uuid } from '../kit/schemas.ts'

export const databaseKinds = ['POSTGRESQL', 'MYSQL', 'SQL_SERVER'] as const
/** The steps of a connection, in their order. */
export const databaseSteps = [
  'ADDRESS',
  'CONNECT',
  'TLS',
  'SIGN_IN',
  'DATABASE',
  'READ',
  'TABLE',
  'COLUMN',
  'WRITE',
] as const
export type DatabaseStep = (typeof databaseSteps)[number]

const place = {
  /** `MYSQL`: MariaDB too. `SQL_SERVER`: by TDS 7.4, with an account of the server’s own. */
  kind: z.enum(databaseKinds),
  host: Line(253),
  port: z.int().min(1).max(65_535),
  database: Line(128),
  user: Line(128),
  /** `TLS`: the certificate must be of `host`. `CLEAR`: only to what the operator has named. */
  security: z.enum(['TLS', 'CLEAR']),
  /** PEM of authorities beside the known ones. */
  caCertificates: z.string().trim().min(1).max(20_000, abort).nullable().default(null),
}
/** Nothing is written into it, whatever the connections of fields say. */
const ReadOnly = z.boolean().default(true)
const Password = z.string().min(1).max(500, abort)

export const ExternalDatabase = z
  .object({
    id: Uuid,
    name: z.string(),
    ...place,
    readOnly: z.boolean(),
    version: z.int(),
    createdAt: Instant,
    modifiedAt: Instant,
    modifiedBy: z.string(),
  })
  .meta({ id: 'ExternalDatabase' })

export const NewExternalDatabase = z
  .object({ name: Line(100), ...place, readOnly: ReadOnly, password: Password })
  .meta({ id: 'NewExternalDatabase' })

export const ExternalDatabaseChange = z
  .object({
    name: Line(100),
    ...place,
    readOnly: ReadOnly,
    /** Left out: stays, where the database is still the same. */
    password: Password.optional(),
  })
  .meta({ id: 'ExternalDatabaseChange' })

const DatabaseId = z.object({ databaseId: Uuid })
const path = '/api/web/issuance/externaldatabases'
const one = `${path}/:databaseId`
const api = { api: 'issuance', actor: 'admin' } as const
const view = { ...api, needs: ['ISSUANCE', 'VIEW'], limit: 'read', audit: null } as const
const refused = [
  'ISSUANCE_EXTERNAL_DATABASE_EXISTS',
  'ISSUANCE_EXTERNAL_DATABASE_REFUSED',
  'rights_not_held',
] as const
const unreached = [
  'ISSUANCE_EXTERNAL_DATABASE_NOT_FOUND',
  'ISSUANCE_EXTERNAL_DATABASE_FAILED',
  'rights_not_held',
] as const
const inside =
  'Private addresses open only where the operator has named them (`SIGNET_OUTBOUND_ALLOW`, kind `database`).'

const { add, edit, remove } = callsOn('ISSUANCE')

export const listExternalDatabases = endpoint({
  ...view,
  method: 'GET',
  path,
  answer: z.array(ExternalDatabase),
  errors: ['rights_not_held'],
  catalogueId: 'get:web.issuance.externaldatabases',
  summary: 'The external databases, by name',
  description: 'At most 100.',
})

export const readExternalDatabase = endpoint({
  ...view,
  method: 'GET',
  path: one,
  params: DatabaseId,
  answer: ExternalDatabase,
  errors: ['ISSUANCE_EXTERNAL_DATABASE_NOT_FOUND', 'rights_not_held'],
  catalogueId: 'get:web.issuance.externaldatabases.databaseId',
  summary: 'One external database; its password is never shown',
})

export const createExternalDatabase = endpoint({
  ...api,
  ...add,
  path,
  body: NewExternalDatabase,
  answer: ExternalDatabase,
  sensitive: true,
  errors: [...refused, 'ISSUANCE_EXTERNAL_DATABASE_LIMIT_REACHED'],
  audit: 'EXTERNAL_DATABASE_CREATED',
  catalogueId: 'post:web.issuance.externaldatabases',
  location: '/api/web/issuance/externaldatabases/:id',
  summary: 'Add an external database',
  description: inside,
})

export const updateExternalDatabase = endpoint({
  ...api,
  ...edit,
  path: one,
  params: DatabaseId,
  body: ExternalDatabaseChange,
  answer: ExternalDatabase,
  sensitive: true,
  errors: [
    ...refused,
    'ISSUANCE_EXTERNAL_DATABASE_NOT_FOUND',
    'ISSUANCE_EXTERNAL_DATABASE_PASSWORD_NEEDED',
    'precondition_failed',
  ],
  audit: 'EXTERNAL_DATABASE_UPDATED',
  catalogueId: 'put:web.issuance.externaldatabases.databaseId',
  summary: 'Change an external database',
  description: `Who changes where the password is sent to gives it again. ${inside}`,
})

export const deleteExternalDatabase = endpoint({
  ...api,
  ...remove,
  path: one,
  params: DatabaseId,
  ordinary: 'withdrawal',
  errors: [
    'ISSUANCE_EXTERNAL_DATABASE_NOT_FOUND',
    'ISSUANCE_EXTERNAL_DATABASE_IN_USE',
    'precondition_failed',
    'rights_not_held',
  ],
  audit: 'EXTERNAL_DATABASE_DELETED',
  catalogueId: 'delete:web.issuance.externaldatabases.databaseId',
  summary: 'Delete an external database that no field is connected with',
})

export const testDatabaseConnection = endpoint({
  ...api,
  ...edit,
  limit: 'heavy',
  method: 'POST',
  path: `${path}/testconnection`,
  body: z.object({ databaseId: Uuid }).meta({ id: 'DatabaseTestRequest' }),
  answer: z
    .object({
      /** The step that failed; null where all went well. */
      failed: z.enum(databaseSteps).nullable(),
      /** What the driver said of it. */
      detail: z.string().nullable(),
      server: z.string().nullable(),
      latencyMillis: z.int(),
      tables: z.int().nullable(),
    })
    .meta({ id: 'DatabaseTest' }),
  ordinary: 'trial',
  errors: ['ISSUANCE_EXTERNAL_DATABASE_NOT_FOUND', 'rights_not_held'],
  audit: 'EXTERNAL_DATABASE_TESTED',
  catalogueId: 'post:web.issuance.externaldatabases.testconnection',
  summary: 'Connect with an external database, and tell which step fails',
  description:
    'Looking the name up, connecting, TLS, signing in, opening the database, reading; then, for the fields that are connected with it, whether their tables and columns are there and, where values are written back, whether this account may update them. The server is asked for its rights: nothing is written.',
})

export const listDatabaseTables = endpoint({
  ...view,
  needs: ['ISSUANCE', 'EDIT'],
  limit: 'heavy',
  method: 'GET',
  path: `${one}/tables`,
  params: DatabaseId,
  answer: z.array(
    z.object({ name: z.string(), isView: z.boolean() }).meta({ id: 'DatabaseTable' }),
  ),
  errors: unreached,
  catalogueId: 'get:web.issuance.externaldatabases.databaseId.tables',
  summary: 'The tables and views of an external database',
  description:
    'At most 1,000, by name; those of PostgreSQL and SQL Server with their schema: `public.people`.',
})

export const columnKinds = ['TEXT', 'NUMBER', 'DATE', 'BINARY', 'OTHER'] as const

export const listDatabaseColumns = endpoint({
  ...view,
  needs: ['ISSUANCE', 'EDIT'],
  limit: 'heavy',
  method: 'GET',
  path: `${one}/tables/:tableName/columns`,
  params: DatabaseId.extend({ tableName: z.string().min(1).max(200, abort) }),
  answer: z.array(
    z.object({ name: z.string(), kind: z.enum(columnKinds) }).meta({ id: 'DatabaseColumn' }),
  ),
  errors: unreached,
  catalogueId: 'get:web.issuance.externaldatabases.databaseId.tables.tableName.columns',
  summary: 'The columns of a table',
  description: 'None where there is no such table. At most 500.',
})
