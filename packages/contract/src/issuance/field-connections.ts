import { abort } from '@signet/rules/abort'
import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { noContent, Uuid } from '../kit/schemas.ts'

const FieldId = z
  .string()
  .max(40, abort)
  .regex(/^[\w-]{1,40}$/)
const Name = z.string().min(1).max(200, abort)

/** Where the value of one field comes from. */
export const FieldConnection = z
  .object({
    fieldId: FieldId,
    databaseId: Uuid,
    /** As `tables` names it. */
    table: Name,
    column: Name,
    /** The row is the one whose `keyColumn` equals the value of `keyFieldId`. */
    keyColumn: Name,
    keyFieldId: FieldId,
    /** What is changed in a saved record is written back to this row. */
    writeBack: z.boolean().default(false),
  })
  .meta({ id: 'FieldConnection' })

const Connections = z
  .object({ connections: z.array(FieldConnection).max(100, abort) })
  .meta({ id: 'FieldConnections' })

const params = z.object({ workflowId: Uuid })
const path = '/api/web/issuance/fieldconnections/:workflowId'
const api = { api: 'issuance', actor: 'admin' } as const
const change = {
  ...api,
  needs: ['ENROLLMENTDESIGNS', 'EDIT'],
  limit: 'change',
  audit: 'WORKFLOW_CONNECTIONS_CHANGED',
} as const
const refused = [
  'ISSUANCE_WORKFLOW_DESIGN_NOT_FOUND',
  'ISSUANCE_EXTERNAL_DATABASE_NOT_FOUND',
  'ISSUANCE_FIELD_CONNECTED_TWICE',
  'ISSUANCE_FIELD_CONNECTION_INVALID',
  'rights_not_held',
] as const

export const listFieldConnections = endpoint({
  ...api,
  needs: ['ENROLLMENTDESIGNS', 'VIEW'],
  limit: 'read',
  audit: null,
  method: 'GET',
  path,
  params,
  answer: Connections,
  errors: ['ISSUANCE_WORKFLOW_DESIGN_NOT_FOUND'],
  catalogueId: 'get:web.issuance.fieldconnections.workflowId',
  summary: 'Which fields of an enrollment design are connected with external databases',
})

export const addFieldConnections = endpoint({
  ...change,
  method: 'POST',
  path,
  params,
  body: Connections,
  answer: Connections,
  ordinary: 'issuanceWork',
  errors: refused,
  catalogueId: 'post:web.issuance.fieldconnections.workflowId',
  summary: 'Connect fields that are not connected',
  description: 'All or none: a field that has a source already refuses the whole.',
})

export const replaceFieldConnections = endpoint({
  ...change,
  method: 'PUT',
  path,
  params,
  body: Connections,
  answer: Connections,
  ordinary: 'issuanceWork',
  errors: refused,
  catalogueId: 'put:web.issuance.fieldconnections.workflowId',
  summary: 'Put these connections in the place of all',
  description:
    'One source for each field: two are refused. With `writeBack`, what somebody changes in a saved record goes to the row with the key of the record soon after, in a job: texts and days into the connected column alone, never into a key, never where the database is `readOnly`, and only where exactly one row has the key. A new record writes nothing, nor does a change that changes the key, too.',
})

export const deleteFieldConnection = endpoint({
  ...change,
  method: 'DELETE',
  path: `${path}/:fieldId`,
  params: params.extend({ fieldId: FieldId }),
  answer: noContent,
  ordinary: 'issuanceWork',
  errors: [
    'ISSUANCE_WORKFLOW_DESIGN_NOT_FOUND',
    'ISSUANCE_FIELD_CONNECTION_NOT_FOUND',
    'rights_not_held',
  ],
  catalogueId: 'delete:web.issuance.fieldconnections.workflowId.fieldId',
  summary: 'Disconnect a field',
})

const values = z.record(FieldId, z.string().max(900_000, abort))

export const readConnectedValues = endpoint({
  ...api,
  needs: ['ENROLLMENTS', 'ADD'],
  orNeeds: [['ENROLLMENTS', 'EDIT']],
  limit: 'heavy',
  ordinary: 'issuanceWork',
  audit: 'CONNECTED_VALUES_READ',
  method: 'POST',
  path: `${path}/values`,
  params,
  body: z
    .object({
      /** The values of the key fields, by the ids of fields. */
      keys: z.record(FieldId, z.string().min(1).max(500, abort)),
    })
    .meta({ id: 'ConnectedKeys' }),
  answer: z
    .object({
      /** By the ids of fields; pictures as `data:` addresses. */
      values,
      sources: z.array(
        z
          .object({
            database: z.string(),
            table: z.string(),
            outcome: z.enum(['READ', 'NO_ROW', 'SEVERAL_ROWS', 'FAILED']),
            /** Those that it fills. */
            fields: z.array(FieldId),
          })
          .meta({ id: 'ConnectedSource' }),
      ),
    })
    .meta({ id: 'ConnectedValues' }),
  errors: ['ISSUANCE_WORKFLOW_DESIGN_NOT_FOUND', 'rights_not_held'],
  summary: 'What external databases know of somebody',
  description:
    'One row of each table, found by its key. A database that cannot be reached is told and leaves its fields out. Nothing is written by this call: records are filled by who creates them. Administrators limited to groups are refused: the rows are of everybody.',
})
