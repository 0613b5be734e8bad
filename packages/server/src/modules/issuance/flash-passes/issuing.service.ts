import type {
  FlashPassRequest,
  issueFlashPassesOfMatching,
} from '@signet/contract/issuance/flash-passes'
import { mostPassesAtOnce, mostPassesOfBatch } from '@signet/rules/flash-passes'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import { actorName, type Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { cursorOf, positionOf } from '../../../kit/page.ts'
import { insertRow, newIds, noteRow, removeRows } from '../../../platform/db/row-sets.ts'
import { freshlyProvenAdmin } from '../../authenticators/owners/index.ts'
import { settings } from '../../settings/families/index.ts'
import {
  addressIn,
  enrollmentSets,
  expectTextField,
  findRecords,
  recordsThat,
} from '../enrollments/index.ts'
import { designWithWorkflow, type PassDesign, readyWallets } from '../flash-pass-designs/index.ts'
import { notePasses } from '../live-passes/index.ts'
import { presentPass } from './flash-passes.present.ts'
import { expireAmong, findLiveAmong, insertPasses, listOfBatch } from './flash-passes.repository.ts'
import { read } from './flash-passes.service.ts'
import { enqueueMails } from './pass-jobs.ts'

type Request = z.output<typeof FlashPassRequest>
type Refusal = 'ISSUANCE_FLASH_PASS_ACTIVE' | 'ISSUANCE_FLASH_PASS_NOT_ENROLLED' | 'no_contact'
type Person = Awaited<ReturnType<typeof findRecords>>[number]

/** @throws ISSUANCE_FLASH_PASS_NOT_READY where none of its wallets is set up */
const expectReady = async (ctx: Context, { content }: PassDesign): Promise<void> => {
  const ready = readyWallets({ set: await settings.flashPass(ctx) })
  if (content.wallets.some((wallet) => ready.includes(wallet))) return
  throw new ApiError('ISSUANCE_FLASH_PASS_NOT_READY')
}

/** @throws invalid_parameters */
const expectOfDesign = (records: readonly Person[], design: PassDesign): void => {
  const fields = records.flatMap(({ workflow_id }, at) =>
    workflow_id === design.workflow_design_id
      ? []
      : [{ path: `body.enrollmentIds.${at}`, message: 'NOT_OF_DESIGN' }],
  )
  if (fields.length > 0) throw new ApiError('invalid_parameters', { fields })
}

interface Prepared {
  readonly design: PassDesign
  readonly mailField: string | undefined
  readonly records: readonly Person[]
  /** Why some of them get none, by their ids. */
  readonly refused: ReadonlyMap<string, Refusal>
}

/**
 * @throws ISSUANCE_ENROLLMENT_NOT_FOUND, ISSUANCE_FLASH_PASS_DESIGN_NOT_FOUND,
 * ISSUANCE_FLASH_PASS_NOT_READY, invalid_parameters
 */
const prepared = async (
  ctx: Context,
  { designId, mailField, enrollmentIds }: Request,
): Promise<Prepared> => {
  const { row: design, workflow } = await designWithWorkflow(ctx, designId)
  await expectReady(ctx, design)
  if (mailField !== undefined) {
    freshlyProvenAdmin(ctx)
    expectTextField(workflow, { field: mailField, path: 'body.mailField' })
  }
  const records = await findRecords(ctx, enrollmentIds)
  expectOfDesign(records, design)
  const refusalOf = (record: Person): Refusal | null => {
    if (record.enroll_state !== 'ENROLLED') return 'ISSUANCE_FLASH_PASS_NOT_ENROLLED'
    const isReached = mailField === undefined || addressIn(workflow, record, mailField) !== null
    return isReached ? null : 'no_contact'
  }
  const refused = new Map<string, Refusal>()
  for (const record of records) {
    const refusal = refusalOf(record)
    if (refusal !== null) refused.set(record.id, refusal)
  }
  return { design, mailField, records, refused }
}

interface Issued {
  readonly batchId: string | null
  readonly refused: ReadonlyMap<string, Refusal>
}

interface Inserted {
  /** Null where none was issued. */
  readonly batchId: string | null
  readonly enrollmentIds: ReadonlySet<string>
}

/** A batch with its passes, but of records that another request was quicker with. */
const insertBatch = async (
  ctx: Context,
  { id: design_id }: PassDesign,
  people: readonly Person[],
) => {
  const { ids } = ctx.platform
  const { id, created_at } = newIds(ctx)
  const made = { design_id, created_at, created_by: actorName(ctx) }
  const batch = { ...made, tenant_id: ctx.tenant.id, id, total: people.length }
  await insertRow(ctx, 'flash_pass_batches', batch)
  const passes = await insertPasses(
    ctx,
    people.map((person, position) => ({
      ...made,
      id: ids.uuid(),
      batch_id: id,
      position,
      enrollment_id: person.id,
      title: person.title,
      state: 'ISSUED',
      changed_at: made.created_at,
    })),
  )
  if (passes.length === 0) await removeRows(ctx, 'flash_pass_batches', [batch])
  else if (passes.length < people.length) {
    await noteRow(ctx, 'flash_pass_batches', { id, total: passes.length })
  }
  return { id, passes }
}

const insert = async (
  ctx: Context,
  { design, mailField }: Prepared,
  records: readonly Person[],
): Promise<Inserted> => {
  const { id: batchId, passes } = await insertBatch(ctx, design, records)
  if (passes.length === 0) return { batchId: null, enrollmentIds: new Set() }
  const passIds = passes.map(({ id }) => id)
  await notePasses(ctx, passIds, { event: 'ISSUED' })
  if (mailField !== undefined) await enqueueMails(ctx, passIds, mailField)
  audit(ctx, 'FLASH_PASS_ISSUED', {
    subject: { entity: 'ISSUANCE', id: batchId, name: design.name },
    attributes: { count: passes.length, designId: design.id, mailed: mailField !== undefined },
  })
  return { batchId, enrollmentIds: new Set(passes.flatMap(({ enrollment_id: id }) => id ?? [])) }
}

/** Two at once for one record: the index lets one of them pass. */
const issue = (ctx: Context, wanted: Prepared, how: { readonly allOrNone: boolean }) =>
  ctx.transaction(async (ctx): Promise<Issued> => {
    const ids = wanted.records.map(({ id }) => id)
    await enrollmentSets.hold(ctx, ids)
    await expireAmong(ctx, ids)
    const refused = new Map(wanted.refused)
    for (const id of await findLiveAmong(ctx, ids)) {
      if (!refused.has(id)) refused.set(id, 'ISSUANCE_FLASH_PASS_ACTIVE')
    }
    const [first] = refused.values()
    if (how.allOrNone && first !== undefined) throw new ApiError(first)
    const records = wanted.records.filter(({ id }) => !refused.has(id))
    if (records.length === 0) return { batchId: null, refused }
    const { batchId, enrollmentIds } = await insert(ctx, wanted, records)
    for (const { id } of records) {
      if (!enrollmentIds.has(id)) refused.set(id, 'ISSUANCE_FLASH_PASS_ACTIVE')
    }
    if (how.allOrNone && refused.size > 0) throw new ApiError('ISSUANCE_FLASH_PASS_ACTIVE')
    return { batchId, refused }
  })

/** All of them or none. @throws ISSUANCE_FLASH_PASS_ACTIVE, ISSUANCE_FLASH_PASS_NOT_ENROLLED, no_contact */
export const issueAll = async (ctx: Context, wanted: Request) => {
  const { batchId } = await issue(ctx, await prepared(ctx, wanted), { allOrNone: true })
  return read(ctx, batchId ?? '')
}

/** Those that can be are; the others say why not. */
export const issueEach = async (ctx: Context, wanted: Request) => {
  const { batchId, refused } = await issue(ctx, await prepared(ctx, wanted), { allOrNone: false })
  const passes = batchId === null ? [] : await listOfBatch(ctx, batchId)
  const now = ctx.platform.clock.now()
  const results = wanted.enrollmentIds.map((enrollmentId) => {
    const pass = passes.find((each) => each.enrollment_id === enrollmentId)
    return pass === undefined
      ? { enrollmentId, pass: null, errorCode: refused.get(enrollmentId) ?? null }
      : { enrollmentId, pass: presentPass(pass, now), errorCode: null }
  })
  return { batchId, results }
}

/**
 * Why each would get none, in order; null where it would. Nothing is written.
 * @throws as `issueEach`
 */
export const foresee = async (
  ctx: Context,
  wanted: Request,
): Promise<readonly (Refusal | null)[]> => {
  const { refused } = await prepared(ctx, wanted)
  const live = await findLiveAmong(ctx, wanted.enrollmentIds)
  return wanted.enrollmentIds.map(
    (id) => refused.get(id) ?? (live.has(id) ? 'ISSUANCE_FLASH_PASS_ACTIVE' : null),
  )
}

type Matching = z.output<(typeof issueFlashPassesOfMatching)['body']>

/**
 * For records that match and have none, some hundreds of them; each is looked at once.
 * @throws ISSUANCE_WORKFLOW_DESIGN_NOT_FOUND, step_up_required, invalid_parameters
 */
export const issueMatching = async (
  ctx: Context,
  { designId, mailField, cursor, ...sought }: Matching,
) => {
  await prepared(ctx, { designId, mailField, enrollmentIds: [] })
  const list = `passes ${JSON.stringify([designId, mailField, sought])}`
  const { ids, more, next } = await recordsThat(ctx, sought, {
    what: 'LACKS_PASS',
    most: mostPassesAtOnce,
    position: positionOf(ctx, list, cursor),
  })
  let issued = 0
  for (let at = 0; at < ids.length; at += mostPassesOfBatch) {
    const enrollmentIds = ids.slice(at, at + mostPassesOfBatch)
    const wanted = await prepared(ctx, { designId, mailField, enrollmentIds })
    const { refused } = await issue(ctx, wanted, { allOrNone: false })
    issued += enrollmentIds.length - refused.size
  }
  const refused = ids.length - issued
  return { issued, refused, more, cursor: next === null ? null : cursorOf(ctx, list, next) }
}
