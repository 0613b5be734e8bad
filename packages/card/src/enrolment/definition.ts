import { abort } from '@signet/rules/abort'
import { maximumInteger } from '@signet/rules/numbers'
import { hiddenCharacters, isPlainLine } from '@signet/rules/text'
import { z } from 'zod'
import { FieldName, Id } from '../shapes/frame.ts'

/** What an operator reads beside a field. */
const Words = z.string().trim().max(200, abort)

/** What every field has, whatever its kind. */
const common = {
  /** Stays when the field is renamed: values of enrolments are kept under it. */
  id: Id,
  /** As the card design calls it; also the column of lists and the key of the issuance API. */
  name: FieldName,
  /** The question of the form; empty: the name. */
  prompt: Words,
  /** A sentence below the field. */
  hint: Words,
  mandatory: z.boolean(),
  /** Filled by default or sequence, never by hand. */
  readOnly: z.boolean(),
  /** Kept, and shown in no form. */
  hidden: z.boolean(),
}

/** No two enrolments of the design have the same value, without regard to case and outer spaces. */
const unique = z.boolean()

const longest = 500
const text = z.string().max(longest, abort)

/** Numbers that are given one after the other; none is ever given twice, gaps are left. */
export const Sequence = z
  .object({
    prefix: z.string().max(20, abort),
    suffix: z.string().max(20, abort),
    /** Filled up with zeroes to so many digits; a greater number has more. */
    digits: z.int().min(1).max(15),
    start: z.int().min(0).max(maximumInteger),
    step: z.int().min(1).max(1000),
  })
  .meta({ id: 'WorkflowSequence' })
export type Sequence = z.output<typeof Sequence>

export const textFormats = ['ANY', 'DIGITS', 'LETTERS', 'LETTERS_DIGITS', 'EMAIL'] as const
export type TextFormat = (typeof textFormats)[number]

const TextField = z.object({
  ...common,
  kind: z.literal('TEXT'),
  unique,
  default: text,
  sequence: Sequence.nullable(),
  /** In characters. */
  minimumLength: z.int().min(0).max(longest),
  maximumLength: z.int().min(1).max(longest),
  format: z.enum(textFormats),
})

/** A number as text: a point before the decimals, no groups. */
const NumberField = z.object({
  ...common,
  kind: z.literal('NUMBER'),
  unique,
  default: z.string().max(30, abort),
  sequence: Sequence.nullable(),
  minimum: z.number().min(-1e15).max(1e15).nullable(),
  maximum: z.number().min(-1e15).max(1e15).nullable(),
  decimals: z.int().min(0).max(6),
})

/** An ISO day. */
const DateField = z.object({
  ...common,
  kind: z.literal('DATE'),
  unique,
  /** An ISO day, or a distance from the day of enrolment: `+0D` is today, `+2Y` in two years. */
  default: z.string().max(10, abort),
})

const ListField = z.object({
  ...common,
  kind: z.literal('LIST'),
  unique,
  default: z.string().max(200, abort),
  /** What may be chosen. */
  values: z.array(z.string().trim().min(1).max(200, abort)).min(1).max(100, abort),
})

const picture = {
  ...common,
  /** Width by height that the picture is cropped to; null: as it was taken. */
  ratio: z.number().min(0.1).max(10).nullable(),
  /** A longer side is made shorter. */
  longestSidePx: z.int().min(50).max(2000),
}

const PhotoField = z.object({ ...picture, kind: z.literal('PHOTO') })
const SignatureField = z.object({ ...picture, kind: z.literal('SIGNATURE') })

/** One thing that is asked of a holder. */
export const WorkflowField = z
  .discriminatedUnion('kind', [
    TextField,
    NumberField,
    DateField,
    ListField,
    PhotoField,
    SignatureField,
  ])
  .meta({ id: 'WorkflowField' })
export type WorkflowField = z.output<typeof WorkflowField>
export type WorkflowFieldKind = WorkflowField['kind']

export const workflowFieldKinds = [
  'TEXT',
  'NUMBER',
  'DATE',
  'LIST',
  'PHOTO',
  'SIGNATURE',
] as const satisfies readonly WorkflowFieldKind[]

export const mostFields = 100

/** One page of the form. */
export const WorkflowStep = z
  .object({
    id: Id,
    title: z.string().trim().min(1).max(80, abort).refine(isPlainLine, hiddenCharacters),
    fields: z.array(WorkflowField).max(mostFields, abort),
  })
  .meta({ id: 'WorkflowStep' })
export type WorkflowStep = z.output<typeof WorkflowStep>

/** The steps of an enrolment, in their order. */
export const WorkflowDefinition = z
  .object({ steps: z.array(WorkflowStep).min(1).max(20, abort) })
  .meta({ id: 'WorkflowDefinition' })
export type WorkflowDefinition = z.output<typeof WorkflowDefinition>

/** Every field, step by step. */
export const fieldsOfWorkflow = ({ steps }: WorkflowDefinition): readonly WorkflowField[] =>
  steps.flatMap(({ fields }) => fields)

export const isPictureField = (
  field: WorkflowField,
): field is Extract<WorkflowField, { kind: 'PHOTO' | 'SIGNATURE' }> =>
  field.kind === 'PHOTO' || field.kind === 'SIGNATURE'

/** The rule of its numbers, where a field has one. */
export const sequenceOf = (field: WorkflowField): Sequence | null =>
  'sequence' in field ? field.sequence : null

export const isUniqueField = (field: WorkflowField): boolean => 'unique' in field && field.unique

/** What a file may say of somebody: pictures are taken, numbers and fixed texts are given. */
export const isFiledField = (field: WorkflowField): boolean =>
  !isPictureField(field) && !field.readOnly && sequenceOf(field) === null
