import { addRelativeDate, parseRelativeDate } from '@signet/rules/dates'
import { isMailAddress } from '@signet/rules/mail'
import { isAtLeastField, isAtMostField } from '@signet/rules/numbers'
import { isFilled, isTrimmedLengthAtLeast, isTrimmedLengthAtMost } from '@signet/rules/text'
import { isPicture } from '../draw/picture.ts'
import type { Sequence, TextFormat, WorkflowDefinition, WorkflowField } from './definition.ts'
import { fieldsOfWorkflow, sequenceOf } from './definition.ts'

/** Why a value does not fit its field. */
const valueFaults = [
  'REQUIRED',
  'TOO_SHORT',
  'TOO_LONG',
  'FORMAT',
  'NO_NUMBER',
  'TOO_SMALL',
  'TOO_GREAT',
  'NO_DATE',
  'NOT_IN_LIST',
  'NO_PICTURE',
] as const
export type ValueFault = (typeof valueFaults)[number]

type FieldOf<K extends WorkflowField['kind']> = Extract<WorkflowField, { kind: K }>

const formats: Readonly<Record<TextFormat, (text: string) => boolean>> = {
  ANY: () => true,
  DIGITS: (text) => /^[0-9]+$/.test(text),
  LETTERS: (text) => /^[\p{L}\p{M} '’-]+$/u.test(text),
  LETTERS_DIGITS: (text) => /^[\p{L}\p{M}\p{N}]+$/u.test(text),
  EMAIL: isMailAddress,
}

const textFault = (field: FieldOf<'TEXT'>, value: string): ValueFault | null => {
  if (!isTrimmedLengthAtLeast(value, field.minimumLength)) return 'TOO_SHORT'
  if (!isTrimmedLengthAtMost(value, field.maximumLength)) return 'TOO_LONG'
  return formats[field.format](value) ? null : 'FORMAT'
}

const numberFault = (field: FieldOf<'NUMBER'>, value: string): ValueFault | null => {
  const read = /^-?\d{1,15}(?:\.(\d{1,6}))?$/.exec(value)
  if (read === null || (read[1] ?? '').length > field.decimals) return 'NO_NUMBER'
  if (!isAtLeastField(value, field.minimum)) return 'TOO_SMALL'
  return isAtMostField(value, field.maximum) ? null : 'TOO_GREAT'
}

/** A day of the calendar: there is no 30 February. */
const isDay = (text: string): boolean => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

/**
 * What is wrong with one value; null where nothing is. Nothing at all is wrong only where it is
 * mandatory. A number of a sequence is held to no other rule: the service gave it.
 */
export const faultOfValue = (field: WorkflowField, value: string): ValueFault | null => {
  if (!isFilled(value)) return field.mandatory ? 'REQUIRED' : null
  if (sequenceOf(field) !== null) return null
  switch (field.kind) {
    case 'TEXT':
      return textFault(field, value)
    case 'NUMBER':
      return numberFault(field, value)
    case 'DATE':
      return isDay(value) ? null : 'NO_DATE'
    case 'LIST':
      return field.values.includes(value) ? null : 'NOT_IN_LIST'
    default:
      return isPicture(value) ? null : 'NO_PICTURE'
  }
}

/** The default of a field on a day; empty where there is none. */
export const defaultOf = (field: WorkflowField, now: Date): string => {
  if (!('default' in field)) return ''
  if (field.kind !== 'DATE') return field.default
  const relative = parseRelativeDate(field.default)
  if (relative === null) return field.default
  return addRelativeDate(now, relative)?.toISOString().slice(0, 10) ?? ''
}

/** Values by the ids of their fields, as an enrolment begins. */
export const defaultValues = (
  definition: WorkflowDefinition,
  now: Date,
): Readonly<Record<string, string>> =>
  Object.fromEntries(fieldsOfWorkflow(definition).map((field) => [field.id, defaultOf(field, now)]))

/** A number of a sequence as it is printed: `EMP-00042`. */
export const sequenceText = ({ prefix, digits, suffix }: Sequence, number: number): string =>
  `${prefix}${String(number).padStart(digits, '0')}${suffix}`
