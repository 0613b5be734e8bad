import {
  fieldsOfWorkflow,
  type Sequence,
  sequenceOf,
  type WorkflowField,
} from '@signet/card/enrolment/definition'
import { type RecordValues, sequenceNumber } from '@signet/card/enrolment/record'
import { defaultValues, sequenceText } from '@signet/card/enrolment/values'
import { isFilled } from '@signet/rules/text'
import type { Context } from '../../../kit/context.ts'
import { foundOr } from '../../../kit/rows.ts'
import type { StoredWorkflow } from '../workflow-designs/index.ts'
import { type CardWorkflow, type Draft, expectSound } from './records.ts'
import {
  findReservations,
  insertReservation,
  type Reserved,
  takeNumbers,
} from './sequences.repository.ts'

interface NumberedField {
  readonly field: WorkflowField
  readonly sequence: Sequence
}

const dayMillis = 86_400_000

const numberedFields = ({ definition }: StoredWorkflow): readonly NumberedField[] =>
  fieldsOfWorkflow(definition).flatMap((field) => {
    const sequence = sequenceOf(field)
    return sequence === null ? [] : { field, sequence }
  })

const given = ({ wanted }: Pick<Draft, 'wanted'>, { name }: WorkflowField): string | null => {
  const value = wanted.values[name]
  return isFilled(value) ? (value?.trim() ?? null) : null
}

export type NewDraft = Omit<Draft, 'before'>

interface Claim extends Reserved {
  readonly draft: NewDraft
  readonly value: string
}

/** Numbers that callers say they have reserved. */
const claimsOf = (fields: readonly NumberedField[], drafts: readonly NewDraft[]): Claim[] =>
  drafts.flatMap((draft) =>
    fields.flatMap(({ field }) => {
      const value = given(draft, field)
      const number = value === null ? null : sequenceNumber(field, value)
      return value === null || number === null ? [] : { draft, field: field.id, number, value }
    }),
  )

interface NumberedDrafts {
  readonly drafts: readonly Draft[]
  /** Reservations that end with the records. */
  readonly used: readonly Reserved[]
}

type NumberFor = (draft: NewDraft, field: NumberedField) => string

/** Each new record with its defaults and a number for each field that has a sequence. */
const withNumbers =
  (ctx: Context, { workflow }: CardWorkflow, kept: readonly Claim[]) =>
  (wanted: readonly NewDraft[], numberFor: NumberFor): Draft[] => {
    const defaults = Object.entries(defaultValues(workflow.definition, ctx.platform.clock.now()))
    const base = Object.fromEntries(defaults.filter(([, value]) => value !== ''))
    return wanted.map((draft) => {
      const numbers = numberedFields(workflow).map((each) => {
        const claim = kept.find((own) => own.draft === draft && own.field === each.field.id)
        return [each.field.id, claim?.value ?? numberFor(draft, each)]
      })
      const before: RecordValues = { ...base, ...Object.fromEntries(numbers) }
      return { ...draft, before }
    })
  }

/** As many numbers of each field as records want one. */
const takeAll = async (
  ctx: Context,
  workflow: StoredWorkflow,
  wanted: readonly NewDraft[],
): Promise<NumberFor> => {
  const pools = new Map<string, number[]>()
  for (const { field, sequence } of numberedFields(workflow)) {
    const count = wanted.filter((draft) => given(draft, field) === null).length
    const place = { workflowId: workflow.id, field: field.id }
    const taken = count === 0 ? [] : await takeNumbers(ctx, place, { sequence, count })
    pools.set(field.id, [...taken])
  }
  return (_draft, { field, sequence }) => {
    const number = pools.get(field.id)?.shift()
    if (number === undefined) throw new Error('a number is missing')
    return sequenceText(sequence, number)
  }
}

/** New records with their defaults, and an empty text where a number goes. */
export const unnumbered = (
  ctx: Context,
  card: CardWorkflow,
  wanted: readonly NewDraft[],
): readonly Draft[] => withNumbers(ctx, card, [])(wanted, () => '')

/**
 * New records with their defaults and numbers. Numbers are taken last, when all else is sound, and
 * before the transaction: they are gone whatever comes of it.
 * @throws ISSUANCE_ENROLLMENT_INVALID, ISSUANCE_CREDENTIAL_RESERVED_KEYWORD_ERROR
 */
export const numbered = async (
  ctx: Context,
  card: CardWorkflow,
  wanted: readonly NewDraft[],
): Promise<NumberedDrafts> => {
  const { workflow } = card
  const claims = claimsOf(numberedFields(workflow), wanted)
  const reserved = await findReservations(ctx, workflow.id, claims)
  const kept = claims.filter((claim) =>
    reserved.some(({ field, number }) => field === claim.field && Number(number) === claim.number),
  )
  const drafted = withNumbers(ctx, card, kept)
  const looked = drafted(wanted, (draft, { field, sequence }) =>
    given(draft, field) === null ? sequenceText(sequence, sequence.start) : '',
  )
  expectSound(card, looked)
  const drafts = drafted(wanted, await takeAll(ctx, workflow, wanted))
  return { drafts, used: kept.map(({ field, number }) => ({ field, number })) }
}

/** The next number of a field, kept for a day. @throws ISSUANCE_ENROLLMENT_NO_SEQUENCE */
export const reserve = async (ctx: Context, workflow: StoredWorkflow, name: string) => {
  const { field, sequence } = foundOr('ISSUANCE_ENROLLMENT_NO_SEQUENCE')(
    numberedFields(workflow).find((each) => each.field.name === name),
  )
  const place = { workflowId: workflow.id, field: field.id }
  const [number = 0] = await takeNumbers(ctx, place, { sequence, count: 1 })
  const expiresAt = new Date(ctx.platform.clock.now().getTime() + dayMillis)
  return {
    value: sequenceText(sequence, number),
    expiresAt,
    keep: (inner: Context): Promise<void> => insertReservation(inner, place, { number, expiresAt }),
  }
}
