import { type BulkKindName, type BulkState, bulkKindNames, bulkKindOf } from '@signet/rules/bulk'
import type { Context } from '../../../kit/context.ts'
import { bulkCallName, writePart } from '../../../modules/operations/bulk-operations/index.ts'
import type { BulkMappingEntry } from '../../../platform/db/schema/bulk-operations.ts'
import { buildUser } from '../../../testing/builders.ts'
import type { Scenario, Scenarios } from '../world.ts'

interface WantedOperation {
  readonly kind: BulkKindName
  readonly state: BulkState
  readonly ownerId?: string
}

/** Values for the columns that a kind cannot do without. */
const mappingOf = (kind: BulkKindName): readonly BulkMappingEntry[] => {
  const { columns, names } = bulkKindOf(kind)
  return columns.flatMap(({ name, required, secret, values = [] }): BulkMappingEntry[] => {
    const isOfFile = name === names.at(-1) || (required && secret === true)
    if (isOfFile) return [{ column: name, source: 0, value: null }]
    return required ? [{ column: name, source: null, value: values[0] ?? 'x' }] : []
  })
}

/** An operation with a file of one row. */
export const buildBulkOperation = async (
  ctx: Context,
  { kind, state, ownerId }: WantedOperation,
): Promise<string> => {
  const id = ctx.platform.ids.uuid()
  const now = ctx.platform.clock.now()
  const owner = ownerId ?? (await buildUser(ctx)).id
  await ctx.db
    .insertInto('bulk_operations')
    .values({
      tenant_id: ctx.tenant.id,
      id,
      kind,
      state,
      source: 'FILE',
      file_name: 'people.csv',
      format: 'csv,',
      headers: '["userId"]',
      mapping: JSON.stringify(mappingOf(kind)),
      existing: 'ERROR',
      rows_done: 0,
      changed: 0,
      skipped: 0,
      failed: 0,
      progress: 0,
      owner_id: owner,
      owner_name: 'someone',
      created_at: now,
    })
    .execute()
  const content = Buffer.from('userId\nsomeone\n')
  await writePart(ctx, { operationId: id, number: 0, content })
  return id
}

const scenariosOf = (kind: BulkKindName): Scenarios => {
  const on =
    (state: BulkState, body?: unknown): Scenario =>
    async ({ ctx, admin }) => ({
      params: { id: await buildBulkOperation(ctx, { kind, state, ownerId: admin.id }) },
      ...(body === undefined ? {} : { body }),
    })
  const calls: Scenarios = {
    readBulk: on('COMPLETED'),
    removeBulk: on('COMPLETED'),
    startBulk: on('UPLOADED', { dryRun: true }),
    cancelBulk: on('RUNNING'),
    renewBulkCredentials: on('PAUSED'),
    sendBulkPart: on('INITIALISED', { number: 0, content: 'dXNlcklkCg==' }),
    completeBulkFile: on('INITIALISED'),
    mapBulkColumns: on('UPLOADED', { mapping: mappingOf(kind) }),
    listBulkRows: on('COMPLETED'),
    downloadBulkResult: on('COMPLETED'),
  }
  return Object.fromEntries(
    Object.entries(calls).map(([name, scenario]) => [bulkCallName(name, kind), scenario]),
  )
}

export const bulkOperationScenarios: Scenarios = Object.assign(
  {},
  ...bulkKindNames.map(scenariosOf),
)
