import { type BulkKindName, type BulkState, bulkKindNames, bulkKindOf } from '@signet/rules/bulk'
import { buildUser } from '../../../../testing/builders.ts'
import { buildQuickPrinter } from '../../../../testing/issuance/print-jobs.ts'
import { buildWorkflow } from '../../../../testing/issuance/workflows.ts'
import type { Context } from '../../../kit/context.ts'
import { bulkCallName, writePart } from '../../../modules/operations/bulk-operations/index.ts'
import type { BulkMappingEntry } from '../../../platform/db/schema/bulk-operations.ts'
import { buildFlashPassDesign } from '../flash-pass-rows.ts'
import type { Scenario, Scenarios } from '../world.ts'

interface WantedOperation {
  readonly kind: BulkKindName
  readonly state: BulkState
  readonly ownerId?: string
}

type Mapped = readonly BulkMappingEntry[]

const designIn = (mapping: Mapped): string =>
  mapping.find(({ column }) => column === 'design')?.value ?? ''

/** What kinds ask once, with what was told before. */
const told: Readonly<Record<string, (ctx: Context, before: Mapped) => Promise<string>>> = {
  design: async (ctx) => (await buildWorkflow(ctx)).workflowId,
  passDesign: (ctx, before) => buildFlashPassDesign(ctx, designIn(before)),
  printers: (ctx) => buildQuickPrinter(ctx),
}

/** Values for the columns that a kind cannot do without. */
const mappingOf = async (
  ctx: Context,
  kind: BulkKindName,
): Promise<readonly BulkMappingEntry[]> => {
  const { columns, names } = bulkKindOf(kind)
  const mapping: BulkMappingEntry[] = []
  for (const { name, required, secret, values = [] } of columns) {
    const isOfFile = name === names.at(-1) || (required && secret === true)
    if (isOfFile) mapping.push({ column: name, source: 0, value: null })
    else if (required) {
      const value = (await told[name]?.(ctx, mapping)) ?? values[0] ?? 'x'
      mapping.push({ column: name, source: null, value })
    }
  }
  return mapping
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
      mapping: JSON.stringify(await mappingOf(ctx, kind)),
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

/** What a file of the kind begins with. */
const beginningOf = async (ctx: Context, kind: BulkKindName) => {
  const once = bulkKindOf(kind).columns.filter((column) => column.once === true)
  const names = new Set(once.map(({ name }) => name))
  const all = (await mappingOf(ctx, kind)).filter(({ column }) => names.has(column))
  return all.length === 0
    ? {}
    : { values: Object.fromEntries(all.map(({ column, value }) => [column, value])) }
}

const scenariosOf = (kind: BulkKindName): Scenarios => {
  const on =
    (state: BulkState, body?: unknown): Scenario =>
    async ({ ctx, admin }) => ({
      params: { id: await buildBulkOperation(ctx, { kind, state, ownerId: admin.id }) },
      ...(body === undefined ? {} : { body }),
    })
  const calls: Scenarios = {
    initialiseBulk: async ({ ctx }) => {
      // Those of the calls before would be too many.
      await ctx.db.deleteFrom('bulk_operations').where('tenant_id', '=', ctx.tenant.id).execute()
      return { body: await beginningOf(ctx, kind) }
    },
    readBulk: on('COMPLETED'),
    removeBulk: on('COMPLETED'),
    startBulk: on('UPLOADED', { dryRun: true }),
    cancelBulk: on('RUNNING'),
    renewBulkCredentials: on('PAUSED'),
    sendBulkPart: on('INITIALISED', { number: 0, content: 'dXNlcklkCg==' }),
    completeBulkFile: on('INITIALISED'),
    mapBulkColumns: async (world) => ({
      ...(await on('UPLOADED')(world)),
      body: { mapping: await mappingOf(world.ctx, kind) },
    }),
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
