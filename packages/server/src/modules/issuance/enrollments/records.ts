import type { Design } from '@signet/card/document'
import {
  fieldsOfWorkflow,
  isPictureField,
  type WorkflowField,
} from '@signet/card/enrolment/definition'
import {
  judgeRecord,
  type RecordValues,
  recordKeys,
  recordTitle,
} from '@signet/card/enrolment/record'
import { reservedField } from '@signet/card/fields'
import type { EnrollmentChange } from '@signet/contract/issuance/enrollments'
import { cutText, foldName } from '@signet/rules/text'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { ApiError, type FieldFault } from '../../../kit/errors.ts'
import type { StoredWorkflow } from '../workflow-designs/index.ts'
import { findTakenKeys, type WrittenRecord } from './enrollments.repository.ts'
import { type KeptPicture, keptPicture } from './pictures.ts'

export type Wanted = z.output<typeof EnrollmentChange>

/** A design of enrolments with the card that its people get. */
export interface CardWorkflow {
  readonly workflow: StoredWorkflow
  readonly design: Design
}

export interface Draft {
  readonly id: string
  readonly wanted: Wanted
  readonly groupId: string | null
  /** By the ids of fields; pictures as `data:` URLs. */
  readonly before: RecordValues
  /** Where the caller wrote it, such as `body` or `body.enrollments.3`. */
  readonly path: string
}

/** The first name that records carry themselves: told apart from one that is only unknown. */
const refuseReserved = (unknown: readonly string[]): void => {
  const reserved = reservedField(unknown.map((name) => ({ name })))
  if (reserved === null) return
  throw new ApiError('ISSUANCE_CREDENTIAL_RESERVED_KEYWORD_ERROR', {
    parameters: { message: reserved },
  })
}

const judge = ({ workflow }: CardWorkflow, { wanted, before, path }: Draft) => {
  const judged = judgeRecord(workflow.definition, { given: wanted.values, before })
  const { faults, missing } = judged
  refuseReserved(faults.filter(({ fault }) => fault === 'UNKNOWN').map(({ field }) => field))
  const absent = wanted.draft ? [] : missing.map((field) => ({ field, fault: 'REQUIRED' as const }))
  const fields = [...faults, ...absent].map(
    ({ field, fault }): FieldFault => ({ path: `${path}.values.${field}`, message: fault }),
  )
  return { ...judged, fields }
}

type PictureField = Extract<WorkflowField, { kind: 'PHOTO' | 'SIGNATURE' }>

const ruleOf = ({ kind, ratio, longestSidePx }: PictureField) => ({
  type: kind,
  ratio,
  longestSidePx,
})

/** What becomes of the pictures: those that stay as they were are left out. */
const changedPictures = async (
  ctx: Context,
  fields: readonly WorkflowField[],
  { values, before }: { readonly values: RecordValues; readonly before: RecordValues },
): Promise<ReadonlyMap<string, KeptPicture | null>> => {
  const changed = new Map<string, KeptPicture | null>()
  for (const field of fields.filter(isPictureField)) {
    const [value, stood] = [values[field.id], before[field.id]]
    if (value === stood) continue
    changed.set(field.id, value === undefined ? null : await keptPicture(ctx, ruleOf(field), value))
  }
  return changed
}

const textsOf = (
  fields: readonly WorkflowField[],
  values: RecordValues,
): Readonly<Record<string, string>> => {
  const pictures = new Set(fields.filter(isPictureField).map(({ id }) => id))
  return Object.fromEntries(Object.entries(values).filter(([id]) => !pictures.has(id)))
}

interface Judged extends Pick<ReturnType<typeof judge>, 'values' | 'missing'> {
  readonly draft: Draft
}

/** Characters by which lists are ordered: an index holds 2,704 bytes a row. */
const longestTitleKey = 500

const written = async (
  ctx: Context,
  { workflow, design }: CardWorkflow,
  { draft: { id, groupId, before }, values, missing }: Judged,
): Promise<WrittenRecord> => {
  const { definition } = workflow
  const fields = fieldsOfWorkflow(definition)
  const content = textsOf(fields, values)
  const keys = recordKeys(definition, content, design)
  const title = recordTitle(definition, content)
  return {
    id,
    workflowId: workflow.id,
    groupId,
    title,
    titleKey: cutText(foldName(title), longestTitleKey),
    enrollState: missing.length === 0 ? 'ENROLLED' : 'ENROLLING',
    content,
    searchText: keys.map(({ key }) => key).join('\n'),
    keys,
    pictures: await changedPictures(ctx, fields, { values, before }),
  }
}

export const takenError = (
  { definition }: StoredWorkflow,
  taken: readonly string[],
  cause?: unknown,
): ApiError => {
  const names = fieldsOfWorkflow(definition)
    .filter(({ id }) => taken.includes(id))
    .map(({ name }) => name)
  return new ApiError('ISSUANCE_ENROLLMENT_EXISTS', {
    parameters: { field: names.join(', ') },
    fields: names.map((name) => ({ path: `body.values.${name}`, message: 'TAKEN' })),
    cause,
  })
}

/** @throws ISSUANCE_ENROLLMENT_INVALID naming every field, ISSUANCE_CREDENTIAL_RESERVED_KEYWORD_ERROR */
export const expectSound = (card: CardWorkflow, drafts: readonly Draft[]) => {
  const judged = drafts.map((draft) => ({ draft, ...judge(card, draft) }))
  const fields = judged.flatMap((each) => each.fields).slice(0, 100)
  if (fields.length > 0) throw new ApiError('ISSUANCE_ENROLLMENT_INVALID', { fields })
  return judged
}

/**
 * Records as they are to be written; their pictures are worked on, which takes a while.
 * @throws ISSUANCE_ENROLLMENT_INVALID naming every field, ISSUANCE_CREDENTIAL_RESERVED_KEYWORD_ERROR,
 * ISSUANCE_IMAGE_INVALID, too_many_requests
 */
export const settleRecords = async (
  ctx: Context,
  card: CardWorkflow,
  drafts: readonly Draft[],
): Promise<readonly WrittenRecord[]> => {
  const judged = expectSound(card, drafts)
  const records: WrittenRecord[] = []
  for (const { draft, values, missing } of judged) {
    records.push(await written(ctx, card, { draft, values, missing }))
  }
  return records
}

const uniqueKeys = ({ keys }: WrittenRecord) =>
  keys.filter(({ isUnique, key }) => isUnique && key !== '')

const markOf = ({ field, key }: { readonly field: string; readonly key: string }): string =>
  `${field}\n${key}`

/** Of each record the fields whose value another one has: one of the design, or one before it here. */
export const takenFields = async (
  ctx: Context,
  { id }: StoredWorkflow,
  records: readonly WrittenRecord[],
): Promise<readonly (readonly string[])[]> => {
  const keys = records.flatMap(uniqueKeys)
  const except = records.map((record) => record.id)
  const marks = new Set((await findTakenKeys(ctx, id, { keys, except })).map(markOf))
  return records.map((record) => {
    const own = uniqueKeys(record)
    const taken = own.filter((key) => marks.has(markOf(key))).map(({ field }) => field)
    for (const key of own) marks.add(markOf(key))
    return taken
  })
}

/** @throws ISSUANCE_ENROLLMENT_EXISTS */
export const refuseTaken = async (
  ctx: Context,
  workflow: StoredWorkflow,
  records: readonly WrittenRecord[],
): Promise<void> => {
  const taken = (await takenFields(ctx, workflow, records)).flat()
  if (taken.length > 0) throw takenError(workflow, taken)
}
