import { fieldsOfWorkflow, isPictureField } from '@signet/card/enrolment/definition'
import type { FieldConnection } from '@signet/contract/issuance/field-connections'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import { expectAllGroups } from '../../../kit/authorize.ts'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { foundOr } from '../../../kit/rows.ts'
import { findDatabases, type StoredDatabase } from '../external-databases/index.ts'
import {
  findWorkflowForChange,
  readWorkflowDesign,
  type StoredWorkflow,
} from '../workflow-designs/index.ts'
import {
  insertConnections,
  listConnections,
  removeConnections,
  type StoredConnection,
} from './field-connections.repository.ts'

type Connection = z.output<typeof FieldConnection>

const present = (row: StoredConnection): Connection => ({
  fieldId: row.field_id,
  databaseId: row.database_id,
  table: row.table_name,
  column: row.column_name,
  keyColumn: row.key_column,
  keyFieldId: row.key_field_id,
  writeBack: row.write_back,
})

const orNotFound = foundOr('ISSUANCE_WORKFLOW_DESIGN_NOT_FOUND')

/** @throws ISSUANCE_WORKFLOW_DESIGN_NOT_FOUND */
export const list = async (ctx: Context, workflowId: string) => {
  orNotFound(await readWorkflowDesign(ctx, workflowId))
  return { connections: (await listConnections(ctx, workflowId)).map(present) }
}

const rowOf = (workflowId: string, wanted: Connection) => ({
  workflow_design_id: workflowId,
  field_id: wanted.fieldId,
  database_id: wanted.databaseId,
  table_name: wanted.table,
  column_name: wanted.column,
  key_column: wanted.keyColumn,
  key_field_id: wanted.keyFieldId,
  write_back: wanted.writeBack,
})

/** One source for a field, wherever the other stands. @throws ISSUANCE_FIELD_CONNECTED_TWICE */
const expectOneSource = (all: readonly Connection[]): void => {
  const seen = new Set<string>()
  for (const { fieldId } of all) {
    if (seen.has(fieldId)) {
      throw new ApiError('ISSUANCE_FIELD_CONNECTED_TWICE', { parameters: { field: fieldId } })
    }
    seen.add(fieldId)
  }
}

const invalid = (field: string, reason: string) =>
  new ApiError('ISSUANCE_FIELD_CONNECTION_INVALID', { parameters: { field, reason } })

/** @throws ISSUANCE_FIELD_CONNECTION_INVALID for fields that cannot be filled or asked by */
const expectFields = (workflow: StoredWorkflow, all: readonly Connection[]): void => {
  const fields = new Map(fieldsOfWorkflow(workflow.definition).map((each) => [each.id, each]))
  const filled = new Set(all.map(({ fieldId }) => fieldId))
  for (const { fieldId, keyFieldId } of all) {
    const key = fields.get(keyFieldId)
    if (!fields.has(fieldId)) throw invalid(fieldId, 'NO_SUCH_FIELD')
    if (key === undefined || isPictureField(key)) throw invalid(keyFieldId, 'NO_KEY')
    if (filled.has(keyFieldId)) throw invalid(keyFieldId, 'KEY_IS_FILLED')
  }
}

/** Whether rows of any of them are found by this column. */
const isKey = ({ databaseId, table, column }: Connection, all: readonly Connection[]): boolean =>
  all.some(
    (each) => each.databaseId === databaseId && each.table === table && each.keyColumn === column,
  )

/** @throws ISSUANCE_FIELD_CONNECTION_INVALID for what must not be written */
const expectWritable = (
  workflow: StoredWorkflow,
  all: readonly Connection[],
  databases: readonly StoredDatabase[],
): void => {
  const pictures = new Set(
    fieldsOfWorkflow(workflow.definition)
      .filter(isPictureField)
      .map(({ id }) => id),
  )
  const closed = new Set(databases.filter((each) => each.read_only).map(({ id }) => id))
  for (const each of all.filter(({ writeBack }) => writeBack)) {
    if (closed.has(each.databaseId)) throw invalid(each.fieldId, 'READ_ONLY')
    if (pictures.has(each.fieldId)) throw invalid(each.fieldId, 'PICTURE')
    if (isKey(each, all)) throw invalid(each.fieldId, 'KEY_COLUMN')
  }
}

/** @throws ISSUANCE_EXTERNAL_DATABASE_NOT_FOUND */
const expectDatabases = async (
  ctx: Context,
  all: readonly Connection[],
): Promise<readonly StoredDatabase[]> => {
  const ids = [...new Set(all.map(({ databaseId }) => databaseId))]
  const databases = await findDatabases(ctx, ids)
  if (databases.length === ids.length) return databases
  throw new ApiError('ISSUANCE_EXTERNAL_DATABASE_NOT_FOUND')
}

/** The design, held until the transaction ends. @throws rights_not_held */
const held = async (ctx: Context, workflowId: string): Promise<StoredWorkflow> => {
  const workflow = orNotFound(await findWorkflowForChange(ctx, workflowId))
  expectAllGroups(ctx)
  return workflow
}

const noted = (ctx: Context, { id, name }: StoredWorkflow, after: readonly Connection[]): void =>
  audit(ctx, 'WORKFLOW_CONNECTIONS_CHANGED', {
    subject: { entity: 'ENROLLMENTDESIGNS', id, name },
    after: {
      fields: after.map(({ fieldId }) => fieldId),
      writeBack: after.filter((each) => each.writeBack).map(({ fieldId }) => fieldId),
    },
  })

type Choose = (before: readonly Connection[]) => readonly Connection[]

const put = (ctx: Context, workflowId: string, choose: Choose) =>
  ctx.transaction(async (ctx) => {
    const workflow = await held(ctx, workflowId)
    const all = choose((await listConnections(ctx, workflowId)).map(present))
    expectOneSource(all)
    expectFields(workflow, all)
    expectWritable(workflow, all, await expectDatabases(ctx, all))
    await removeConnections(ctx, workflowId)
    await insertConnections(
      ctx,
      all.map((each) => rowOf(workflowId, each)),
    )
    noted(ctx, workflow, all)
    return list(ctx, workflowId)
  })

/** @throws ISSUANCE_FIELD_CONNECTED_TWICE for a field that has a source already */
export const add = (ctx: Context, workflowId: string, further: readonly Connection[]) =>
  put(ctx, workflowId, (before) => [...before, ...further])

/** @throws ISSUANCE_FIELD_CONNECTED_TWICE */
export const replace = (ctx: Context, workflowId: string, all: readonly Connection[]) =>
  put(ctx, workflowId, () => all)

/** @throws ISSUANCE_FIELD_CONNECTION_NOT_FOUND */
export const remove = (ctx: Context, workflowId: string, fieldId: string): Promise<undefined> =>
  ctx.transaction(async (ctx) => {
    const workflow = await held(ctx, workflowId)
    if ((await removeConnections(ctx, workflowId, fieldId)) === 0) {
      throw new ApiError('ISSUANCE_FIELD_CONNECTION_NOT_FOUND')
    }
    noted(ctx, workflow, (await listConnections(ctx, workflowId)).map(present))
    return undefined
  })
