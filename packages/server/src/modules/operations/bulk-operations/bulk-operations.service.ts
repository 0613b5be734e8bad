import type { BulkFileReading } from '@signet/contract/operations/bulk-mapping'
import type {
  BulkColumns,
  BulkPart,
  NewBulkOperation,
} from '@signet/contract/operations/bulk-operations'
import {
  type BulkKindName,
  type BulkState,
  bulkKindNames,
  bulkKindOf,
  endedBulkStates,
  isSecretHeader,
  suggestedSource,
} from '@signet/rules/bulk'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import { type Context, expectVersion, mayDo } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { callingPrincipal } from '../../../kit/jobs.ts'
import { versioned } from '../../../kit/routes.ts'
import { lockLimit } from '../../../platform/db/limit-lock.ts'
import { removeRows } from '../../../platform/db/row-sets.ts'
import type { BulkMappingEntry } from '../../../platform/db/schema/bulk-operations.ts'
import { inReadingTurn } from '../../../platform/readers/reading.ts'
import { FileFault } from '../../../platform/readers/tables/file-fault.ts'
import { type Beginning, readBeginning } from '../../../platform/readers/tables/read-file.ts'
import { standingText } from '../../identity/principals/index.ts'
import { ownerInSight } from '../saved-reports/index.ts'
import { presentColumn, presentOperation, subjectOf } from './bulk-operations.present.ts'
import {
  countOpen,
  findOperation,
  findOperationForChange,
  insertOperation,
  listOperations,
  type NewOperation,
  type OperationChange,
  removeParts,
  removeResults,
  type StoredOperation,
  updateOperation,
} from './bulk-operations.repository.ts'
import { enqueue } from './life-cycle/bulk-run.ts'
import { expectWhole, storedFile, writePart, writeRows } from './reading/bulk-files.ts'
import { expectMapping, expectPolicy } from './reading/bulk-mapping.ts'
import { type Source, sourceOf } from './reading/bulk-sources.ts'
import { type OwnColumn, ownColumns, ownSource } from './reading/own-columns.ts'
import { asTokenFile, tokenLayoutIn, withHashColumn } from './reading/token-files.ts'
import { toldOnce } from './reading/told-once.ts'

/** Operations of a tenant that have not come to an end. */
const mostOpen = 200
const grantMillis = 86_400_000

const present = (row: StoredOperation) => versioned(presentOperation(row), row.version)

const visible = (
  ctx: Context,
  kind: BulkKindName,
  row: StoredOperation | undefined,
): StoredOperation => {
  const limit = ownerInSight(ctx)
  const isSeen = row?.kind === kind && (limit === null || row.owner_id === limit)
  if (row === undefined || !isSeen) throw new ApiError('not_found')
  return row
}

/** @throws not_found */
export const find = async (
  ctx: Context,
  kind: BulkKindName,
  id: string,
): Promise<StoredOperation> => visible(ctx, kind, await findOperation(ctx, id))

export const read = async (ctx: Context, kind: BulkKindName, id: string) =>
  present(await find(ctx, kind, id))

export const listOf = async (ctx: Context, kinds: readonly BulkKindName[]) =>
  (await listOperations(ctx, { kinds, ownerId: ownerInSight(ctx) })).map(presentOperation)

/** Every kind that the caller may look at. */
export const listAll = (ctx: Context) =>
  listOf(
    ctx,
    bulkKindNames.filter((name) => mayDo(ctx, [bulkKindOf(name).entity, 'VIEW'])),
  )

const expectState = (row: StoredOperation, ...states: readonly BulkState[]): void => {
  if (!states.includes(row.state)) throw new ApiError('bulk_invalid_state')
}

interface Changing {
  readonly kind: BulkKindName
  readonly id: string
  readonly action: string
  readonly from: readonly BulkState[]
}

/** Changes an operation that is in one of these states, with its event. @throws not_found, bulk_invalid_state, precondition_failed */
const change = (
  ctx: Context,
  { kind, id, action, from }: Changing,
  work: (ctx: Context, row: StoredOperation) => Promise<OperationChange>,
) =>
  ctx.transaction(async (ctx) => {
    const row = visible(ctx, kind, await findOperationForChange(ctx, id))
    expectVersion(ctx, row.version)
    expectState(row, ...from)
    await updateOperation(ctx, id, await work(ctx, row))
    audit(ctx, action, { subject: subjectOf(row), attributes: { kind } })
    return present(await find(ctx, kind, id))
  })

const nothingDone = {
  rows_done: 0,
  changed: 0,
  created: 0,
  skipped: 0,
  failed: 0,
  progress: 0,
} as const
const atBeginning = { ...nothingDone, position: null } as const

interface Beginner {
  readonly id: string
  readonly name: string
}

const newRow = (
  ctx: Context,
  { kind, source, fileName }: { kind: BulkKindName; source: Source; fileName: string | undefined },
  owner: Beginner,
): NewOperation => {
  const { ids, clock } = ctx.platform
  const isReady = source.rows !== null
  return {
    ...nothingDone,
    tenant_id: ctx.tenant.id,
    id: ids.uuid(),
    kind,
    state: isReady ? 'UPLOADED' : 'INITIALISED',
    source: source.name,
    file_name: fileName ?? (isReady ? source.name.toLowerCase() : 'file'),
    format: isReady ? 'csv,' : null,
    headers: JSON.stringify(source.headers),
    mapping: JSON.stringify(source.mapping),
    existing: 'ERROR',
    owner_id: owner.id,
    owner_name: owner.name,
    created_at: clock.now(),
  }
}

/** @throws invalid_parameters, not_found, too_many_bulk_operations */
export const initialise = async (
  ctx: Context,
  kind: BulkKindName,
  wanted: z.output<typeof NewBulkOperation>,
) => {
  const owner = callingPrincipal(ctx)
  const source = await sourceOf(ctx, kind, wanted)
  await ctx.platform.secrets.ready(ctx.tenant.id)
  return ctx.transaction(async (ctx) => {
    await lockLimit(ctx, 'bulk_operations')
    if ((await countOpen(ctx)) >= mostOpen) throw new ApiError('too_many_bulk_operations')
    const row = newRow(ctx, { kind, source, fileName: wanted.fileName }, owner)
    await insertOperation(ctx, row)
    const { headers, rows } = source
    if (rows !== null) await writeRows(ctx, { operationId: row.id, headers, rows: rows(ctx) })
    const made = await find(ctx, kind, row.id)
    audit(ctx, 'BULK_OPERATION_CREATED', {
      subject: subjectOf(made),
      attributes: { kind, source: source.name },
    })
    return present(made)
  })
}

/** @throws not_found, bulk_invalid_state */
export const addPart = async (
  ctx: Context,
  { kind, id }: { readonly kind: BulkKindName; readonly id: string },
  { number, content }: z.output<typeof BulkPart>,
): Promise<undefined> => {
  await ctx.platform.secrets.ready(ctx.tenant.id)
  await ctx.transaction(async (ctx) => {
    const row = visible(ctx, kind, await findOperationForChange(ctx, id))
    expectState(row, 'INITIALISED')
    await writePart(ctx, { operationId: id, number, content: Buffer.from(content, 'base64') })
  })
  return undefined
}

export const asApiError = (thrown: unknown): unknown => {
  if (!(thrown instanceof FileFault)) return thrown
  const fields = [{ path: 'file', message: thrown.message }]
  return new ApiError('bulk_file_invalid', { fields, cause: thrown })
}

const masked = '••••'

/** Cells of columns that look like secrets do not leave again. */
const maskedSamples = (kind: BulkKindName, { headers, samples }: Beginning) => {
  const secrets = bulkKindOf(kind).columns.filter(({ secret }) => secret === true)
  const hidden = new Set(secrets.map(({ name }) => suggestedSource(name, headers)))
  const isHidden = headers.map((header, at) => hidden.has(at) || isSecretHeader(header))
  return samples.map((cells) => cells.map((cell, at) => (isHidden[at] && cell ? masked : cell)))
}

const entryFrom = (column: string, source: number | null) =>
  source === null ? [] : [{ column, source, value: null }]

/** Fields of a design come before what the product calls so; attributes take what that leaves. */
const suggested = (
  kind: BulkKindName,
  headers: readonly string[],
  own: readonly OwnColumn[],
): readonly BulkMappingEntry[] => {
  const { columns, ownColumns: sort } = bulkKindOf(kind)
  const known = columns.flatMap(({ name, once }) =>
    once === true ? [] : entryFrom(name, suggestedSource(name, headers)),
  )
  const more = own.flatMap((each) => entryFrom(each.column, ownSource(each, headers)))
  const [first, second] = sort === 'FIELDS' ? [more, known] : [known, more]
  const taken = new Set(first.map(({ source }) => source))
  return [...first, ...second.filter(({ source }) => !taken.has(source))]
}

/** Reads the beginning of the whole file. @throws bulk_file_invalid saying what is wrong, and where */
export const completeFile = async (
  ctx: Context,
  { kind, id }: { readonly kind: BulkKindName; readonly id: string },
  chosen: z.output<typeof BulkFileReading>,
) => {
  const row = await find(ctx, kind, id)
  expectState(row, 'INITIALISED', 'UPLOADED', 'CHECKED')
  if (row.source !== 'FILE') throw new ApiError('bulk_invalid_state')
  let beginning: Beginning
  try {
    await expectWhole(ctx, row)
    const found = await inReadingTurn(ctx.tenant.id, () =>
      readBeginning(storedFile(ctx, row), chosen),
    )
    beginning = asTokenFile(kind, found)
  } catch (error) {
    throw asApiError(error)
  }
  const { format, encoding, headers } = beginning
  const told = toldOnce(kind, row.mapping)
  const own = await ownColumns(ctx, kind, told)
  const proposed = withHashColumn(suggested(kind, headers, own), beginning)
  const from = ['INITIALISED', 'UPLOADED', 'CHECKED'] as const
  const action = 'BULK_OPERATION_UPLOADED'
  const operation = await change(ctx, { kind, id, action, from }, async () => ({
    state: 'UPLOADED',
    format,
    encoding,
    headers: JSON.stringify(headers),
    mapping: JSON.stringify([...told, ...proposed]),
    checked: null,
  }))
  const samples = maskedSamples(kind, beginning)
  const tokenLayout = tokenLayoutIn(kind, beginning)
  return { operation: operation.value, samples, ownColumns: own.map(presentColumn), tokenLayout }
}

/** @throws not_found, bulk_invalid_state, invalid_parameters, precondition_failed */
export const mapColumns = (
  ctx: Context,
  { kind, id }: { readonly kind: BulkKindName; readonly id: string },
  { mapping, existing }: z.output<typeof BulkColumns>,
) => {
  const from = ['UPLOADED', 'CHECKED'] as const
  return change(ctx, { kind, id, action: 'BULK_OPERATION_MAPPED', from }, async (ctx, row) => {
    await expectMapping(ctx, kind, { mapping, headers: row.headers.length })
    expectPolicy(kind, existing)
    return { state: 'UPLOADED', mapping: JSON.stringify(mapping), existing, checked: null }
  })
}

/** The caller lends their rights, as they are now, for a day. */
const granted = async (ctx: Context): Promise<OperationChange> => {
  const { id, name } = callingPrincipal(ctx)
  return {
    owner_id: id,
    owner_name: name,
    grant_standing: await standingText(ctx, id),
    grant_until: new Date(ctx.platform.clock.now().getTime() + grantMillis),
    reason: null,
    paused_at: null,
  }
}

/** @throws not_found, bulk_invalid_state, invalid_parameters, precondition_failed */
export const start = (
  ctx: Context,
  { kind, id }: { readonly kind: BulkKindName; readonly id: string },
  { dryRun }: { readonly dryRun: boolean },
) => {
  const from = ['UPLOADED', 'CHECKED'] as const
  return change(ctx, { kind, id, action: 'BULK_OPERATION_STARTED', from }, async (ctx, row) => {
    await expectMapping(ctx, kind, { mapping: row.mapping, headers: row.headers.length })
    await removeResults(ctx, id)
    await enqueue(ctx, id)
    const started_at = dryRun ? null : ctx.platform.clock.now()
    const state = dryRun ? 'CHECKING' : 'RUNNING'
    return { ...atBeginning, ...(await granted(ctx)), state, started_at }
  })
}

/** Done rows stay and are listed; a dry run goes back to where it began. */
export const cancel = (ctx: Context, kind: BulkKindName, id: string) => {
  const from = ['INITIALISED', 'UPLOADED', 'CHECKING', 'CHECKED', 'RUNNING', 'PAUSED'] as const
  return change(ctx, { kind, id, action: 'BULK_OPERATION_CANCELLED', from }, async (ctx) => {
    await removeParts(ctx, id)
    const ended_at = ctx.platform.clock.now()
    return { state: 'CANCELLED', reason: null, paused_at: null, ended_at }
  })
}

/** @throws not_found, bulk_invalid_state, precondition_failed */
export const renewCredentials = (ctx: Context, kind: BulkKindName, id: string) => {
  const from = ['CHECKING', 'RUNNING', 'PAUSED'] as const
  return change(ctx, { kind, id, action: 'BULK_OPERATION_RENEWED', from }, async (ctx, row) => {
    if (row.state === 'PAUSED') await enqueue(ctx, id)
    const paused = row.started_at === null ? 'CHECKING' : 'RUNNING'
    const state = row.state === 'PAUSED' ? paused : row.state
    return { ...(await granted(ctx)), state }
  })
}

/** @throws not_found, bulk_invalid_state, precondition_failed */
export const remove = (ctx: Context, kind: BulkKindName, id: string): Promise<undefined> =>
  ctx.transaction(async (ctx) => {
    const row = visible(ctx, kind, await findOperationForChange(ctx, id))
    expectVersion(ctx, row.version)
    expectState(row, 'INITIALISED', 'UPLOADED', 'CHECKED', 'PAUSED', ...endedBulkStates)
    await removeRows(ctx, 'bulk_operations', [{ id }])
    audit(ctx, 'BULK_OPERATION_DELETED', { subject: subjectOf(row), attributes: { kind } })
    return undefined
  })
