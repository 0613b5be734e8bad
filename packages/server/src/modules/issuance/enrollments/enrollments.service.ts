import { fieldsOfWorkflow } from '@signet/card/enrolment/definition'
import { audit } from '../../../kit/audit.ts'
import { type Context, expectVersion } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { versioned } from '../../../kit/routes.ts'
import { foundOr } from '../../../kit/rows.ts'
import { isUniqueViolation } from '../../../platform/db/sql-errors.ts'
import { endPassesOf, passesChanged } from '../live-passes/index.ts'
import type { StoredWorkflow } from '../workflow-designs/index.ts'
import { noteWriteBacks } from '../write-backs/index.ts'
import { audited, present, subjectOf, type WireEnrollment } from './enrollments.present.ts'
import {
  findEnrollments,
  findForChange,
  findOfWorkflow,
  findPictures,
  insertRecords,
  keepRows,
  type NamedEnrollment,
  removeRecords,
  type StoredEnrollment,
  type StoredPicture,
  updateRecords,
  type WrittenRecord,
} from './enrollments.repository.ts'
import { numbered, reserve } from './numbers.ts'
import { dataUrlOf } from './pictures.ts'
import { endPrintsOf } from './prints.repository.ts'
import {
  type CardWorkflow,
  type Draft,
  refuseTaken,
  settleRecords,
  takenError,
  type Wanted,
} from './records.ts'
import { consumeReservations, type Reserved } from './sequences.repository.ts'
import { expectGroupsOf, withCard, workflowOf } from './workflows.ts'

const gone = (): ApiError => new ApiError('ISSUANCE_ENROLLMENT_NOT_FOUND')
const orNotFound = foundOr('ISSUANCE_ENROLLMENT_NOT_FOUND')

/** In the order asked for. @throws ISSUANCE_ENROLLMENT_NOT_FOUND when the actor does not see one */
export const findAll = async (
  ctx: Context,
  ids: readonly string[],
): Promise<readonly NamedEnrollment[]> => {
  const rows = new Map((await findEnrollments(ctx, ids)).map((row) => [row.id, row]))
  return ids.map((id) => orNotFound(rows.get(id)))
}

const onlyOne = <T>([one]: readonly T[]): T => orNotFound(one)

/** @throws ISSUANCE_ENROLLMENT_NOT_FOUND when the actor does not see it */
export const findOne = async (ctx: Context, id: string): Promise<NamedEnrollment> =>
  onlyOne(await findAll(ctx, [id]))

/**
 * Keeps records from being deleted until the transaction ends, for what is written about them.
 * @throws ISSUANCE_ENROLLMENT_NOT_FOUND of one that was deleted meanwhile
 */
export const holdRecords = async (ctx: Context, ids: readonly string[]): Promise<void> => {
  const held = ids.length === 0 ? [] : await keepRows(ctx, ids)
  if (held.length < new Set(ids).size) throw gone()
}

/** Two at once that looked before either had written: the index lets one of them pass. */
const refusingDoubles = async <T>(
  workflow: StoredWorkflow,
  write: () => Promise<T>,
): Promise<T> => {
  try {
    return await write()
  } catch (error) {
    if (!isUniqueViolation(error, 'enrollment_keys_unique')) throw error
    throw takenError(workflow, [], error)
  }
}

const shown = async (
  ctx: Context,
  rows: readonly NamedEnrollment[],
  workflows: readonly StoredWorkflow[],
): Promise<WireEnrollment[]> => {
  const pictures = await findPictures(
    ctx,
    rows.map(({ id }) => id),
  )
  const definitions = new Map(workflows.map(({ id, definition }) => [id, definition]))
  return rows.flatMap((row) => {
    const definition = definitions.get(row.workflow_id)
    return definition === undefined ? [] : [present(row, definition, pictures)]
  })
}

interface NewRecord {
  readonly wanted: Wanted
  readonly path: string
}

/** @throws ISSUANCE_ENROLLMENT_INVALID when another call has used a reserved number meanwhile */
const consume = async (
  ctx: Context,
  { workflow }: CardWorkflow,
  used: readonly Reserved[],
): Promise<void> => {
  if ((await consumeReservations(ctx, workflow.id, used)) === used.length) return
  const names = fieldsOfWorkflow(workflow.definition)
    .filter(({ id }) => used.some(({ field }) => field === id))
    .map(({ name }) => ({ path: `body.values.${name}`, message: 'NOT_RESERVED' }))
  throw new ApiError('ISSUANCE_ENROLLMENT_INVALID', { fields: names })
}

/** Writes new records whose values are free, within the open transaction, each with its event. */
export const insertAll = async (
  ctx: Context,
  records: readonly WrittenRecord[],
): Promise<readonly NamedEnrollment[]> => {
  await insertRecords(ctx, records)
  const rows = await findAll(
    ctx,
    records.map(({ id }) => id),
  )
  for (const row of rows) {
    audit(ctx, 'ENROLLMENT_CREATED', { subject: subjectOf(row), after: audited(row) })
  }
  return rows
}

/**
 * New records of one design, all of them or none. Not to be called inside a transaction.
 * @throws ISSUANCE_ENROLLMENT_EXISTS, ISSUANCE_ENROLLMENT_INVALID, ISSUANCE_IMAGE_INVALID,
 * ISSUANCE_CREDENTIAL_RESERVED_KEYWORD_ERROR, group_not_found, too_many_requests
 */
export const createAll = async (
  ctx: Context,
  workflow: StoredWorkflow,
  given: readonly NewRecord[],
): Promise<WireEnrollment[]> => {
  const wanted = given.map((each) => ({
    ...each,
    id: ctx.platform.ids.uuid(),
    groupId: each.wanted.groupId ?? null,
  }))
  await expectGroupsOf(ctx, workflow, wanted)
  const card = await withCard(ctx, workflow)
  const { drafts, used } = await numbered(ctx, card, wanted)
  const records = await settleRecords(ctx, card, drafts)
  return refusingDoubles(workflow, () =>
    ctx.transaction(async (ctx) => {
      await consume(ctx, card, used)
      await refuseTaken(ctx, workflow, records)
      return shown(ctx, await insertAll(ctx, records), [workflow])
    }),
  )
}

/** @throws as `createAll` */
export const createIn = async (ctx: Context, workflow: StoredWorkflow, wanted: Wanted) => {
  const made = onlyOne(await createAll(ctx, workflow, [{ wanted, path: 'body' }]))
  return versioned(made, made.version)
}

/** @throws as `createAll`, ISSUANCE_WORKFLOW_DESIGN_NOT_FOUND */
export const create = async (
  ctx: Context,
  { workflowId, ...wanted }: Wanted & { readonly workflowId: string },
) => createIn(ctx, await workflowOf(ctx, workflowId), wanted)

interface RecordChange extends NewRecord {
  readonly id: string
}

const picturesOf = (id: string, pictures: readonly StoredPicture[]) =>
  Object.fromEntries(
    pictures
      .filter((each) => each.enrollment_id === id)
      .map((each) => [
        each.field,
        dataUrlOf({ mediaType: each.media_type, content: each.content }),
      ]),
  )

const draftOf = (
  row: NamedEnrollment,
  { wanted, path }: RecordChange,
  pictures: readonly StoredPicture[],
): Draft => ({
  id: row.id,
  wanted,
  path,
  groupId: wanted.groupId === undefined ? row.group_id : wanted.groupId,
  before: { ...row.content, ...picturesOf(row.id, pictures) },
})

interface Settled {
  readonly workflow: StoredWorkflow
  readonly records: readonly WrittenRecord[]
}

const settleOf = async (
  ctx: Context,
  workflowId: string,
  drafts: readonly Draft[],
): Promise<Settled> => {
  const workflow = await workflowOf(ctx, workflowId)
  await expectGroupsOf(ctx, workflow, drafts)
  return { workflow, records: await settleRecords(ctx, await withCard(ctx, workflow), drafts) }
}

/** @throws precondition_failed when one was changed after it was read */
const expectUnchanged = async (
  ctx: Context,
  read: readonly NamedEnrollment[],
): Promise<ReadonlyMap<string, StoredEnrollment>> => {
  const rows = await findForChange(
    ctx,
    read.map(({ id }) => id),
  )
  const now = new Map(rows.map((row) => [row.id, row]))
  for (const { id, version } of read) {
    const row = orNotFound(now.get(id))
    expectVersion(ctx, row.version)
    if (row.version !== version) throw new ApiError('precondition_failed')
  }
  return now
}

const savedRecords = (before: ReadonlyMap<string, StoredEnrollment>, settled: readonly Settled[]) =>
  settled.flatMap(({ records }) =>
    records.flatMap(({ id, workflowId, content: after }) => {
      const row = before.get(id)
      return row === undefined
        ? []
        : [{ id, workflowId, before: row.content, after, version: row.version + 1 }]
    }),
  )

const writeChanges = async (ctx: Context, settled: readonly Settled[]): Promise<void> => {
  for (const { workflow, records } of settled) {
    await refuseTaken(ctx, workflow, records)
    await updateRecords(ctx, records)
  }
}

/** What is to be written, design by design. */
const settleAll = async (
  ctx: Context,
  changes: readonly RecordChange[],
  rows: readonly NamedEnrollment[],
): Promise<readonly Settled[]> => {
  const pictures = await findPictures(
    ctx,
    rows.map(({ id }) => id),
  )
  const drafts = changes.map((change, at) => {
    const row = onlyOne(rows.slice(at, at + 1))
    return { workflowId: row.workflow_id, ...draftOf(row, change, pictures) }
  })
  const settled: Settled[] = []
  for (const [workflowId, own] of Map.groupBy(drafts, (draft) => draft.workflowId)) {
    settled.push(await settleOf(ctx, workflowId, own))
  }
  return settled
}

const noteChanges = (
  ctx: Context,
  before: ReadonlyMap<string, StoredEnrollment>,
  after: readonly NamedEnrollment[],
): void => {
  for (const row of after) {
    const former = before.get(row.id)
    audit(ctx, 'ENROLLMENT_UPDATED', {
      subject: subjectOf(row),
      ...(former === undefined ? {} : { before: audited(former) }),
      after: audited(row),
    })
  }
}

/**
 * Changes of records, all of them or none.
 * @throws as `createAll`, ISSUANCE_ENROLLMENT_NOT_FOUND, precondition_failed
 */
export const updateAll = async (
  ctx: Context,
  changes: readonly RecordChange[],
): Promise<WireEnrollment[]> => {
  const ids = changes.map(({ id }) => id)
  const rows = await findAll(ctx, ids)
  const settled = await settleAll(ctx, changes, rows)
  const { workflow } = onlyOne(settled)
  return refusingDoubles(workflow, () =>
    ctx.transaction(async (ctx) => {
      const before = await expectUnchanged(ctx, rows)
      await writeChanges(ctx, settled)
      await noteWriteBacks(ctx, savedRecords(before, settled))
      await passesChanged(ctx, { enrollmentIds: ids })
      const after = await findAll(ctx, ids)
      noteChanges(ctx, before, after)
      return shown(
        ctx,
        after,
        settled.map((each) => each.workflow),
      )
    }),
  )
}

/** @throws as `updateAll` */
export const update = async (ctx: Context, id: string, wanted: Wanted) => {
  const changed = onlyOne(await updateAll(ctx, [{ id, wanted, path: 'body' }]))
  return versioned(changed, changed.version)
}

/** With what was to be printed of them, and what they have on phones. */
const removeWithPrints = async (ctx: Context, ids: readonly string[]): Promise<void> => {
  for (const job of await endPrintsOf(ctx, ids)) {
    audit(ctx, 'PRINT_ENDED', {
      subject: { entity: 'ISSUANCE', id: job.id, name: job.title },
      attributes: {
        state: job.queue_state,
        attempt: job.attempt,
        printer: job.printer_name,
        detail: job.detail,
      },
    })
  }
  await endPassesOf(ctx, ids)
  await removeRecords(ctx, ids)
}

/** All of them or none. @throws ISSUANCE_ENROLLMENT_NOT_FOUND */
export const removeAll = (ctx: Context, wanted: readonly string[]): Promise<undefined> =>
  ctx.transaction(async (ctx) => {
    const ids = [...new Set(wanted)]
    const rows = await findForChange(ctx, ids)
    if (rows.length < ids.length) throw gone()
    await removeWithPrints(ctx, ids)
    for (const row of rows) {
      audit(ctx, 'ENROLLMENT_DELETED', { subject: subjectOf(row), before: audited(row) })
    }
    return undefined
  })

/** Rows of one transaction: longer ones would keep others waiting. */
const mostAtOnce = 5000

/** Some thousand records of a design. @throws ISSUANCE_WORKFLOW_DESIGN_NOT_FOUND */
export const removeOfWorkflow = async (ctx: Context, workflowId: string) => {
  const workflow = await workflowOf(ctx, workflowId)
  return ctx.transaction(async (ctx) => {
    const rows = await findOfWorkflow(ctx, workflow.id, mostAtOnce + 1)
    const ids = rows.slice(0, mostAtOnce).map(({ id }) => id)
    await removeWithPrints(ctx, ids)
    audit(ctx, 'ENROLLMENT_ALL_DELETED', {
      subject: { entity: 'ENROLLMENTDESIGNS', id: workflow.id, name: workflow.name },
      attributes: { count: ids.length },
    })
    return { deleted: ids.length, more: rows.length > mostAtOnce }
  })
}

/** @throws ISSUANCE_WORKFLOW_DESIGN_NOT_FOUND, ISSUANCE_ENROLLMENT_NO_SEQUENCE */
export const reserveNumber = async (ctx: Context, workflowId: string, field: string) => {
  const workflow = await workflowOf(ctx, workflowId)
  const { value, expiresAt, keep } = await reserve(ctx, workflow, field)
  await ctx.transaction(async (ctx) => {
    await keep(ctx)
    audit(ctx, 'ENROLLMENT_NUMBER_RESERVED', {
      subject: { entity: 'ENROLLMENTDESIGNS', id: workflow.id, name: workflow.name },
      attributes: { field, value },
    })
  })
  return { value, expiresAt }
}
