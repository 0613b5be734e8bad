import { isRelativeDate } from '@signet/rules/dates'
import { isAtMostField } from '@signet/rules/numbers'
import type { Design, FieldType } from '../document.ts'
import { reservedField } from '../fields.ts'
import type { WorkflowDefinition, WorkflowField, WorkflowFieldKind } from './definition.ts'
import { fieldsOfWorkflow, mostFields, sequenceOf } from './definition.ts'
import { faultOfValue } from './values.ts'

/** Why a definition cannot be saved. */
const definitionFaults = [
  'FIELD_TWICE',
  'STEP_TWICE',
  'RESERVED_NAME',
  'TOO_MANY_FIELDS',
  'LENGTHS_CROSS',
  'LIMITS_CROSS',
  'VALUE_TWICE',
  'DEFAULT_DOES_NOT_FIT',
  'SEQUENCE_AND_DEFAULT',
] as const

interface DefinitionFault {
  readonly code: (typeof definitionFaults)[number]
  /** The name of the field or the title of the step. */
  readonly at: string
}

const firstTwice = (keys: readonly string[]): number =>
  keys.findIndex((key, at) => keys.indexOf(key) !== at)

const defaultFits = (field: WorkflowField): boolean => {
  if (!('default' in field) || field.default === '') return true
  if (field.kind === 'DATE' && isRelativeDate(field.default)) return true
  return faultOfValue(field, field.default) === null
}

const limitsFault = (field: WorkflowField): DefinitionFault['code'] | null => {
  if (field.kind === 'TEXT' && !isAtMostField(field.minimumLength, field.maximumLength))
    return 'LENGTHS_CROSS'
  if (field.kind === 'LIST' && new Set(field.values).size < field.values.length) {
    return 'VALUE_TWICE'
  }
  if (field.kind !== 'NUMBER' || isAtMostField(field.minimum, field.maximum)) return null
  return 'LIMITS_CROSS'
}

const fieldFault = (field: WorkflowField): DefinitionFault['code'] | null => {
  const limits = limitsFault(field)
  if (limits !== null) return limits
  if (sequenceOf(field) !== null) {
    return 'default' in field && field.default !== '' ? 'SEQUENCE_AND_DEFAULT' : null
  }
  return defaultFits(field) ? null : 'DEFAULT_DOES_NOT_FIT'
}

const doubles = ({ steps }: WorkflowDefinition, fields: readonly WorkflowField[]) => {
  const step = steps[firstTwice(steps.map(({ id }) => id))]
  if (step !== undefined) return { code: 'STEP_TWICE' as const, at: step.title }
  const keys = [
    fields.map(({ id }) => id),
    fields.map(({ name }) => name.trim().toLowerCase()),
  ].map(firstTwice)
  const field = fields[keys.find((at) => at >= 0) ?? -1]
  return field === undefined ? null : { code: 'FIELD_TWICE' as const, at: field.name }
}

/** The first thing that keeps a definition from being used; null where nothing does. */
export const faultOfDefinition = (definition: WorkflowDefinition): DefinitionFault | null => {
  const fields = fieldsOfWorkflow(definition)
  const twice = doubles(definition, fields)
  if (twice !== null) return twice
  if (fields.length > mostFields) return { code: 'TOO_MANY_FIELDS', at: '' }
  const reserved = reservedField(fields)
  if (reserved !== null) return { code: 'RESERVED_NAME', at: reserved }
  for (const field of fields) {
    const code = fieldFault(field)
    if (code !== null) return { code, at: field.name }
  }
  return null
}

/** What still can be saved, and is told: the card was changed after the enrolment design. */
export const mismatchCodes = ['CARD_FIELD_NOT_ASKED', 'NOT_ON_CARD', 'KIND_DIFFERS'] as const

interface Mismatch {
  readonly code: (typeof mismatchCodes)[number]
  readonly field: string
}

/** What a field of the card can be filled from: all but pictures are texts. */
const fills = (type: FieldType, kind: WorkflowFieldKind): boolean => {
  if (type === 'PHOTO' || type === 'SIGNATURE') return kind === type
  if (type === 'DATE') return kind === 'DATE'
  return kind !== 'PHOTO' && kind !== 'SIGNATURE'
}

/** Where enrolment and card do not fit. */
export const mismatches = (
  definition: WorkflowDefinition,
  { fields: onCard }: Pick<Design, 'fields'>,
): readonly Mismatch[] => {
  const asked = fieldsOfWorkflow(definition)
  const missing = onCard.flatMap(({ name, type }): Mismatch[] => {
    const field = asked.find((each) => each.name === name)
    if (field === undefined) return [{ code: 'CARD_FIELD_NOT_ASKED', field: name }]
    return fills(type, field.kind) ? [] : [{ code: 'KIND_DIFFERS', field: name }]
  })
  const further = asked
    .filter(({ name }) => !onCard.some((each) => each.name === name))
    .map(({ name }): Mismatch => ({ code: 'NOT_ON_CARD', field: name }))
  return [...missing, ...further]
}
