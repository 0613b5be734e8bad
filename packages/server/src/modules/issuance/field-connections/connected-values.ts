import {
  fieldsOfWorkflow,
  isPictureField,
  type WorkflowField,
} from '@signet/card/enrolment/definition'
import type { readConnectedValues } from '@signet/contract/issuance/field-connections'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import { expectAllGroups } from '../../../kit/authorize.ts'
import type { Context } from '../../../kit/context.ts'
import { foundOr } from '../../../kit/rows.ts'
import { groupsInSight } from '../../identity/groups/index.ts'
import {
  DatabaseFailed,
  findDatabases,
  mostBytes,
  mostLetters,
  type RowValue,
  type StoredDatabase,
  withDatabase,
} from '../external-databases/index.ts'
import { readWorkflowDesign, type StoredWorkflow } from '../workflow-designs/index.ts'
import { listConnections, type StoredConnection } from './field-connections.repository.ts'

const orNotFound = foundOr('ISSUANCE_WORKFLOW_DESIGN_NOT_FOUND')

type Answer = z.input<(typeof readConnectedValues)['answer']>
type Outcome = Answer['sources'][number]['outcome']

const isPng = (bytes: Buffer): boolean => bytes.toString('latin1', 0, 8) === '\x89PNG\r\n\x1a\n'
const isJpeg = (bytes: Buffer): boolean => bytes.toString('hex', 0, 3) === 'ffd8ff'

/** Bytes as a `data:` address where they are a picture; empty where they are none, or too many. */
const pictureOf = (bytes: Buffer): string => {
  if (bytes.length > mostBytes) return ''
  const type = isPng(bytes) ? 'png' : isJpeg(bytes) ? 'jpeg' : null
  return type === null ? '' : `data:image/${type};base64,${bytes.toString('base64')}`
}

/** What a column holds for a field; empty where it cannot be one of its values. */
const valueFor = (field: WorkflowField, value: RowValue): string => {
  if (value === null) return ''
  if (Buffer.isBuffer(value)) return isPictureField(field) ? pictureOf(value) : ''
  return isPictureField(field) || value.length > mostLetters ? '' : value
}

interface Source {
  readonly database: StoredDatabase
  readonly connections: readonly StoredConnection[]
  readonly key: string
}

interface Found {
  readonly outcome: Outcome
  readonly values: Readonly<Record<string, string>>
}

const nothing = (outcome: Outcome): Found => ({ outcome, values: {} })

type Fields = ReadonlyMap<string, WorkflowField>

const valuesOf = (
  connections: readonly StoredConnection[],
  row: readonly RowValue[],
  fields: Fields,
) =>
  Object.fromEntries(
    connections.flatMap(({ field_id: id }, at) => {
      const field = fields.get(id)
      return field === undefined ? [] : [[id, valueFor(field, row[at] ?? null)] as const]
    }),
  )

const readSource = async (ctx: Context, source: Source, fields: Fields): Promise<Found> => {
  const { database, connections, key } = source
  const [first] = connections
  if (first === undefined) return nothing('FAILED')
  return withDatabase(ctx, database, async (session) => {
    const known = await session.columns(first.table_name)
    const columns = connections.flatMap(
      (each) => known.find(({ name }) => name === each.column_name) ?? [],
    )
    const isKnown = known.some(({ name }) => name === first.key_column)
    if (columns.length < connections.length || !isKnown) return nothing('FAILED')
    const query = { table: first.table_name, columns, key: first.key_column, value: key }
    const [row, second] = await session.rows(query)
    if (row === undefined) return nothing('NO_ROW')
    if (second !== undefined) return nothing('SEVERAL_ROWS')
    return { outcome: 'READ', values: valuesOf(connections, row, fields) }
  })
}

/** Whoever waits for a form waits no longer: what is not asked by then is left out. */
const patienceMillis = 30_000

/** A look at several sources, for one form. */
interface Look {
  readonly begun: number
  /** Databases to which no session could be opened: they are not tried for their other tables. */
  readonly away: Set<string>
}

/** A database that is away leaves its fields out, and no others. */
const readOrTold = async (
  ctx: Context,
  source: Source,
  { fields, look: { begun, away } }: { readonly fields: Fields; readonly look: Look },
): Promise<Found> => {
  const { id } = source.database
  if (away.has(id) || performance.now() - begun > patienceMillis) return nothing('FAILED')
  try {
    return await readSource(ctx, source, fields)
  } catch (error) {
    if (!(error instanceof DatabaseFailed)) throw error
    if (error.step !== 'READ') away.add(id)
    ctx.log.warn({ err: error, step: error.step }, 'an external database was not read')
    return nothing('FAILED')
  }
}

const sourceKey = (each: StoredConnection): string =>
  JSON.stringify([each.database_id, each.table_name, each.key_column, each.key_field_id])

/** One look-up for each table and key, where the key is known. */
const sourcesOf = async (
  ctx: Context,
  workflowId: string,
  keys: Readonly<Record<string, string>>,
): Promise<readonly Source[]> => {
  const all = await listConnections(ctx, workflowId)
  const asked = all.filter((each) => (keys[each.key_field_id] ?? '').trim() !== '')
  const databases = await findDatabases(ctx, [...new Set(asked.map((each) => each.database_id))])
  return [...Map.groupBy(asked, sourceKey).values()].flatMap((connections) => {
    const [first] = connections
    const database = databases.find(({ id }) => id === first?.database_id)
    const key = keys[first?.key_field_id ?? '']
    return database === undefined || key === undefined ? [] : [{ database, connections, key }]
  })
}

/** Who looked where; not whom for, nor what stood there: that is in the records. */
const noted = (ctx: Context, { id, name }: StoredWorkflow, { sources }: Answer): Promise<void> =>
  ctx.transaction(async (ctx) => {
    audit(ctx, 'CONNECTED_VALUES_READ', {
      subject: { entity: 'ENROLLMENTDESIGNS', id, name },
      attributes: {
        sources: sources.map(({ database, outcome }) => `${database}: ${outcome}`).join(', '),
      },
    })
  })

/** Which fields of a design are filled by which others; none for who may not look. */
export const connectedFields = async (ctx: Context, workflowId: string) => {
  if (groupsInSight(ctx) !== 'ALL') return []
  const all = await listConnections(ctx, workflowId)
  return all.map((each) => ({ fieldId: each.field_id, keyFieldId: each.key_field_id }))
}

/** What external databases know of somebody. @throws ISSUANCE_WORKFLOW_DESIGN_NOT_FOUND, rights_not_held */
export const readValues = async (
  ctx: Context,
  workflowId: string,
  keys: Readonly<Record<string, string>>,
): Promise<Answer> => {
  const workflow = orNotFound(await readWorkflowDesign(ctx, workflowId))
  expectAllGroups(ctx)
  const fields = new Map(fieldsOfWorkflow(workflow.definition).map((each) => [each.id, each]))
  const answer: { values: Record<string, string>; sources: Answer['sources'] } = {
    values: {},
    sources: [],
  }
  const look = { begun: performance.now(), away: new Set<string>() }
  for (const source of await sourcesOf(ctx, workflowId, keys)) {
    const { outcome, values } = await readOrTold(ctx, source, { fields, look })
    Object.assign(answer.values, values)
    const table = source.connections[0]?.table_name ?? ''
    const filled = source.connections.map(({ field_id: field }) => field)
    answer.sources.push({ database: source.database.name, table, outcome, fields: filled })
  }
  await noted(ctx, workflow, answer)
  return answer
}
