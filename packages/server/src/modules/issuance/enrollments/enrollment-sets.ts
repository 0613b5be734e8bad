import {
  fieldsOfWorkflow,
  isPictureField,
  isUniqueField,
  sequenceOf,
  type WorkflowDefinition,
} from '@signet/card/enrolment/definition'
import { searchKey } from '@signet/card/enrolment/record'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import type { StoredWorkflow } from '../workflow-designs/index.ts'
import {
  findByUniqueKeys,
  findForChange,
  type StoredEnrollment,
  type WrittenRecord,
} from './enrollments.repository.ts'
import { holdRecords, insertAll, removeAll } from './enrollments.service.ts'
import { type NewDraft, numbered, unnumbered } from './numbers.ts'
import {
  type CardWorkflow,
  type Draft,
  expectSound,
  settleRecords,
  takenFields,
} from './records.ts'
import { expectGroupsOf, withCard, workflowOf } from './workflows.ts'

/* Records by the hundred, each for itself: files of people. */

/** Why one is not made. */
interface RecordRefusal {
  readonly code: string
  /** The name of the field, or `group`. */
  readonly field: string | null
  readonly message: string | null
}

/** Rules that a record broke; anything else goes on as it is. */
const refusalOf = (thrown: unknown): RecordRefusal => {
  const isRule = thrown instanceof ApiError && thrown.code !== 'too_many_requests'
  if (!isRule) throw thrown
  const [field] = thrown.details.fields ?? []
  const name = field?.path.split('.').at(-1) ?? null
  return {
    code: thrown.code,
    field: name === 'groupId' ? 'group' : name,
    message: field?.message ?? null,
  }
}

const isRefusal = (each: object): each is RecordRefusal => 'code' in each

/** Mandatory fields that a file fills: pictures are taken later, numbers are given by the service. */
const missingIn = (definition: WorkflowDefinition, missing: readonly string[]): string | null =>
  fieldsOfWorkflow(definition)
    .filter((field) => !isPictureField(field) && sequenceOf(field) === null)
    .find(({ name }) => missing.includes(name))?.name ?? null

const refusalFor = (card: CardWorkflow, draft: Draft): RecordRefusal | null => {
  try {
    const [judged] = expectSound(card, [draft])
    const field = missingIn(card.workflow.definition, judged?.missing ?? [])
    return field === null
      ? null
      : { code: 'ISSUANCE_ENROLLMENT_INVALID', field, message: 'REQUIRED' }
  } catch (error) {
    return refusalOf(error)
  }
}

interface Drafting {
  readonly workflowId: string
  /** Of each record, by the ids of fields. */
  readonly rows: readonly Readonly<Record<string, string>>[]
  /** Without numbers it is only looked at: a number that is taken is gone. */
  readonly numbers: boolean
}

const draftsOf = (
  { platform }: Context,
  { definition }: StoredWorkflow,
  rows: Drafting['rows'],
): readonly NewDraft[] => {
  const names = new Map(fieldsOfWorkflow(definition).map(({ id, name }) => [id, name]))
  return rows.map((row) => {
    const values = Object.entries(row).map(([id, value]) => [names.get(id) ?? id, value])
    const wanted = { values: Object.fromEntries(values), draft: true }
    return { id: platform.ids.uuid(), wanted, groupId: null, path: 'row' }
  })
}

/**
 * New records as they are to be written, or why they are not, in order. Not to be called inside a
 * transaction: numbers are taken here, and are gone whatever comes of the records.
 * @throws ISSUANCE_WORKFLOW_DESIGN_NOT_FOUND
 */
const draft = async (
  ctx: Context,
  { workflowId, rows, numbers }: Drafting,
): Promise<readonly (WrittenRecord | RecordRefusal)[]> => {
  const workflow = await workflowOf(ctx, workflowId)
  const card = await withCard(ctx, workflow)
  const wanted = draftsOf(ctx, workflow, rows)
  const looked = unnumbered(ctx, card, wanted)
  const judged = looked.map((each) => refusalFor(card, each))
  const sound = wanted.filter((_, at) => judged[at] === null)
  const drafts = numbers
    ? (await numbered(ctx, card, sound)).drafts
    : looked.filter((_, at) => judged[at] === null)
  const records: WrittenRecord[] = []
  for (const each of drafts) records.push(...(await settleRecords(ctx, card, [each])))
  return judged.map((refusal) => refusal ?? records.shift() ?? missingRecord())
}

const missingRecord = (): never => {
  throw new Error('a record that was drafted is missing')
}

/** Whether records may stand in a group, or in none. */
const groupRefusal = async (
  ctx: Context,
  workflow: StoredWorkflow,
  groupId: string | null,
): Promise<RecordRefusal | null> => {
  try {
    await expectGroupsOf(ctx, workflow, [{ groupId, path: 'row' }])
    return null
  } catch (error) {
    return { ...refusalOf(error), field: 'group' }
  }
}

/** Why a record does not fit beside those that are there, by the values that only one may have. */
const takenRefusals = async (
  ctx: Context,
  workflow: StoredWorkflow,
  records: readonly WrittenRecord[],
): Promise<readonly (RecordRefusal | null)[]> => {
  const names = new Map(fieldsOfWorkflow(workflow.definition).map(({ id, name }) => [id, name]))
  return (await takenFields(ctx, workflow, records)).map(([taken]) => {
    if (taken === undefined) return null
    const field = names.get(taken) ?? null
    return { code: 'ISSUANCE_ENROLLMENT_EXISTS', field, message: 'TAKEN' }
  })
}

/**
 * Why the actor may not put these where they are to stand, in order: their groups, and values that
 * another record has. @throws ISSUANCE_WORKFLOW_DESIGN_NOT_FOUND
 */
const judge = async (
  ctx: Context,
  workflowId: string,
  records: readonly WrittenRecord[],
): Promise<readonly (RecordRefusal | null)[]> => {
  const workflow = await workflowOf(ctx, workflowId)
  const groups = new Map<string | null, RecordRefusal | null>()
  for (const id of new Set(records.map(({ groupId }) => groupId))) {
    groups.set(id, await groupRefusal(ctx, workflow, id))
  }
  const placed = records.filter(({ groupId }) => groups.get(groupId) === null)
  const taken = new Map(
    (await takenRefusals(ctx, workflow, placed)).map((each, at) => [placed[at], each]),
  )
  return records.map((record) => groups.get(record.groupId) ?? taken.get(record) ?? null)
}

interface Sought {
  readonly ids: readonly string[]
  /** Of any field of which no two records have the same. */
  readonly values: readonly string[]
}

interface FoundRecords {
  readonly byId: ReadonlyMap<string, StoredEnrollment>
  /** By one of the values that were sought; null where it stands in several records. */
  readonly byValue: (value: string) => StoredEnrollment | null | undefined
}

/** Records of a design that the actor sees, held until the transaction ends. */
const find = async (
  ctx: Context,
  { id: workflowId, definition }: StoredWorkflow,
  { ids, values }: Sought,
): Promise<FoundRecords> => {
  const fields = fieldsOfWorkflow(definition).filter(isUniqueField)
  const found = await findByUniqueKeys(ctx, workflowId, {
    fields: fields.map(({ id }) => id),
    keys: [...new Set(values.map(searchKey))],
  })
  const owners = Map.groupBy(found, ({ key }) => key)
  const sought = new Set([...ids, ...found.map(({ enrollment_id: id }) => id)])
  const rows = await findForChange(ctx, [...sought])
  const byId = new Map(
    rows.filter((row) => row.workflow_id === workflowId).map((row) => [row.id, row]),
  )
  return {
    byId,
    byValue: (value) => {
      const owning = owners.get(searchKey(value)) ?? []
      const all = new Set(owning.map(({ enrollment_id: id }) => id))
      return all.size > 1 ? null : byId.get([...all][0] ?? '')
    },
  }
}

export const enrollmentSets = {
  draft,
  isRefusal,
  judge,
  insert: insertAll,
  find,
  hold: holdRecords,
  remove: removeAll,
} as const
