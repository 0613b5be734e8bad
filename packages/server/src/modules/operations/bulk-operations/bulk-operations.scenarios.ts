import { hotp } from '@signet/algorithms/otp'
import { type BulkKindName, type BulkState, bulkKindNames, bulkKindOf } from '@signet/rules/bulk'
import { buildUser } from '../../../../testing/builders.ts'
import { buildQuickPrinter } from '../../../../testing/issuance/print-jobs.ts'
import { buildWorkflow } from '../../../../testing/issuance/workflows.ts'
import type { TestTenant } from '../../../../testing/test-app.ts'
import type { Context } from '../../../kit/context.ts'
import type { BulkMappingEntry } from '../../../platform/db/schema/bulk-operations.ts'
import { buildFlashPassDesign } from '../../../security/sweep/flash-pass-rows.ts'
import { rowsOf } from '../../../security/sweep/looks.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'
import type { Scenario, Scenarios } from '../../../security/sweep/world.ts'
import { bulkCallName, writePart } from './index.ts'

interface WantedOperation {
  readonly kind: BulkKindName
  readonly state: BulkState
  readonly ownerId?: string
  /** What stands in its row. */
  readonly cell?: string
  /** Whether its columns wait to be mapped. */
  readonly unmapped?: boolean
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
const buildBulkOperation = async (
  ctx: Context,
  { kind, state, ownerId, cell = 'someone', unmapped = false }: WantedOperation,
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
      mapping: JSON.stringify(unmapped ? [] : await mappingOf(ctx, kind)),
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
  const content = Buffer.from(`userId\n${cell}\n`)
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
    mapBulkColumns: async ({ ctx, admin }) => {
      const wanted = { kind, state: 'UPLOADED', ownerId: admin.id, unmapped: true } as const
      const id = await buildBulkOperation(ctx, wanted)
      return { params: { id }, body: { mapping: await mappingOf(ctx, kind) } }
    },
    listBulkRows: on('COMPLETED'),
    downloadBulkResult: on('COMPLETED'),
  }
  return Object.fromEntries(
    Object.entries(calls).map(([name, scenario]) => [bulkCallName(name, kind), scenario]),
  )
}

/** Its one cell is the serial number and the secret. */
const tryBulkToken: Scenario = async ({ ctx, admin, keep }) => {
  const secret = ctx.platform.ids.random(20)
  const cell = keep(secret.toString('hex'))
  const kind = 'importhardwaretokens'
  const id = await buildBulkOperation(ctx, { kind, state: 'UPLOADED', ownerId: admin.id, cell })
  const response = hotp({ secret, digits: 6, algorithm: 'SHA1' }, 0)
  return { params: { id }, body: { serialNumber: cell, response } }
}

const bulkOperationScenarios: Scenarios = Object.assign(
  { tryBulkToken },
  ...bulkKindNames.map(scenariosOf),
)

const bulkOperationAsId = (kind: BulkKindName) => async (tenant: TestTenant) => ({
  id: await buildBulkOperation(tenant.ctx, { kind, state: 'UPLOADED' }),
})

const ofEach = <T>(name: string, of: (kind: BulkKindName) => T): Readonly<Record<string, T>> =>
  Object.fromEntries(bulkKindNames.map((kind) => [bulkCallName(name, kind), of(kind)]))

const removing = (kind: BulkKindName): readonly string[] => [bulkCallName('removeBulk', kind)]

const bulkOperation = ({ ctx }: TestTenant) =>
  buildBulkOperation(ctx, { kind: 'deleteusers', state: 'COMPLETED' })

export const scenarios: SubjectScenarios = {
  calls: bulkOperationScenarios,
  ids: bulkKindNames.map((kind) => ({
    under: `/api/web/v1/bulkoperations/${kind}/`,
    build: bulkOperationAsId(kind),
  })),
  bodyIds: ofEach('initialiseBulk', () => ({
    build: bulkOperation,
    body: (operationId: string) => ({ operationId }),
  })),
  effects: ofEach('sendBulkPart', () => rowsOf('bulk_parts')),
  alteredBy: {
    ...ofEach('listBulkRows', removing),
    ...ofEach('downloadBulkResult', removing),
    listBulkOperations: [bulkCallName('initialiseBulk', 'deletegroups')],
  },
  computes: { tryBulkToken: { response: '000000' } },
}
