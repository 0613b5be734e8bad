import { foldName, isFilled } from '@signet/rules/text'
import { type Design, shapesOfDesign } from '../document.ts'
import { filled, type Values } from '../template.ts'
import {
  fieldsOfWorkflow,
  isPictureField,
  isUniqueField,
  sequenceOf,
  type WorkflowDefinition,
  type WorkflowField,
} from './definition.ts'
import { faultOfValue, sequenceText, type ValueFault } from './values.ts'

/** Why a value of a record is refused. */
type RecordFault =
  | ValueFault
  /** No field is called so. */
  | 'UNKNOWN'
  /** Nobody types it. */
  | 'READ_ONLY'
  /** A number that was not reserved, or has been given to another record. */
  | 'NOT_RESERVED'

/** By the ids of their fields. */
export type RecordValues = Readonly<Record<string, string>>

interface Judging {
  /** By the names of fields; null and empty text take a value away. */
  readonly given: Readonly<Record<string, string | null>>
  /** What stood there; of a new record its defaults and numbers. */
  readonly before: RecordValues
}

interface Judged {
  readonly values: RecordValues
  readonly faults: readonly { readonly field: string; readonly fault: RecordFault }[]
  /** Names of mandatory fields that have no value yet. */
  readonly missing: readonly string[]
}

const settled = (value: string | null | undefined): string | undefined =>
  isFilled(value) ? value?.trim() : undefined

const faultOf = (field: WorkflowField, value: string | undefined): RecordFault | null => {
  if (sequenceOf(field) !== null) return 'NOT_RESERVED'
  if (field.readOnly) return 'READ_ONLY'
  return value === undefined ? null : faultOfValue(field, value)
}

/**
 * What becomes of the values of a record. A value that stays as it was passes, whatever the design
 * says today: it may have changed since.
 */
export const judgeRecord = (definition: WorkflowDefinition, { given, before }: Judging): Judged => {
  const fields = fieldsOfWorkflow(definition)
  const names = new Set(fields.map(({ name }) => name))
  const faults: Judged['faults'][number][] = Object.keys(given)
    .filter((name) => !names.has(name))
    .map((field) => ({ field, fault: 'UNKNOWN' }))
  const values: Record<string, string> = {}
  const missing: string[] = []
  for (const field of fields) {
    const { id, name, mandatory } = field
    const stood = before[id]
    const wanted = Object.hasOwn(given, name) ? settled(given[name]) : stood
    const fault = wanted === stood ? null : faultOf(field, wanted)
    if (fault !== null) faults.push({ field: name, fault })
    if (wanted !== undefined) values[id] = wanted
    else if (mandatory) missing.push(name)
  }
  return { values, faults, missing }
}

/** By name, as cards and callers know them; what no field stands for is left out. */
export const valuesByName = (definition: WorkflowDefinition, values: RecordValues): Values =>
  Object.fromEntries(
    fieldsOfWorkflow(definition).flatMap(({ id, name }) => {
      const value = values[id]
      return value === undefined ? [] : [[name, value]]
    }),
  )

const isTyped = (field: WorkflowField): boolean =>
  sequenceOf(field) === null && !field.readOnly && !field.hidden

/** What a record is called in lists: its first two texts that somebody typed. */
export const recordTitle = (definition: WorkflowDefinition, values: RecordValues): string =>
  fieldsOfWorkflow(definition)
    .filter((field) => field.kind === 'TEXT' && isTyped(field))
    .flatMap(({ id }) => values[id] ?? [])
    .slice(0, 2)
    .join(' ')

const longestKey = 500

/** The form in which a value is looked for. */
export const searchKey = (value: string): string => foldName(value).slice(0, longestKey)

export interface RecordKey {
  /** The id of a field; empty for what a barcode of the card says. */
  readonly field: string
  readonly key: string
  readonly isUnique: boolean
}

const barcodesOf = (design: Design, values: Values): readonly string[] =>
  shapesOfDesign(design).flatMap((shape) =>
    shape.kind === 'barcode' ? filled(shape.value, values) : [],
  )

/** All by which a record is found: each of its texts, and what scanners read of its card. */
export const recordKeys = (
  definition: WorkflowDefinition,
  values: RecordValues,
  design: Design,
): readonly RecordKey[] => {
  const texts = fieldsOfWorkflow(definition).flatMap((field): RecordKey[] => {
    const value = values[field.id]
    if (value === undefined || isPictureField(field)) return []
    return [{ field: field.id, key: searchKey(value), isUnique: isUniqueField(field) }]
  })
  const codes = new Set(barcodesOf(design, valuesByName(definition, values)).map(searchKey))
  codes.delete('')
  return [...texts, ...[...codes].map((key) => ({ field: '', key, isUnique: false }))]
}

/** The number that a value of a sequence stands for; null where it is none of it. */
export const sequenceNumber = (field: WorkflowField, value: string): number | null => {
  const sequence = sequenceOf(field)
  if (sequence === null || !value.startsWith(sequence.prefix)) return null
  const digits = value.slice(sequence.prefix.length, value.length - sequence.suffix.length)
  if (!/^\d{1,15}$/.test(digits)) return null
  return sequenceText(sequence, Number(digits)) === value ? Number(digits) : null
}
