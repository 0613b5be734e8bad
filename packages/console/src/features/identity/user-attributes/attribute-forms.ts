import { UserAttributeChange } from '@signet/contract/identity/user-attributes'
import { z } from 'zod'
import { labelsOf } from '../../../kit/fields.ts'
import { useText } from '../../../lib/i18n.ts'
import type { Attribute } from './user-attributes.queries.ts'

/** Choices stand one a line; empty lines are none. */
export const AttributeForm = z
  .object({
    name: z.string(),
    description: z.string().nullable(),
    type: z.string(),
    pattern: z.string().nullable(),
    choices: z.string().transform((lines) =>
      lines
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== ''),
    ),
    required: z.boolean(),
    unique: z.boolean(),
    userVisible: z.boolean(),
    userEditable: z.boolean(),
  })
  .transform((values): unknown => values)
  .pipe(UserAttributeChange)
export type AttributeValues = z.input<typeof AttributeForm>

export const formOf = (attribute: Attribute): AttributeValues => ({
  name: attribute.name,
  description: attribute.description,
  type: attribute.type,
  pattern: attribute.pattern,
  choices: attribute.choices.join('\n'),
  required: attribute.required,
  unique: attribute.unique,
  userVisible: attribute.userVisible,
  userEditable: attribute.userEditable,
})

export const newAttribute: AttributeValues = {
  name: '',
  description: null,
  type: 'TEXT',
  pattern: null,
  choices: '',
  required: false,
  unique: false,
  userVisible: true,
  userEditable: false,
}

const fields = [
  'name',
  'description',
  'type',
  'pattern',
  'choices',
  'required',
  'unique',
  'userVisible',
  'userEditable',
] as const

/** The fields as people see them: one by one, and all for the summary of faults. */
export const useAttributeLabels = () => {
  const text = useText('members')
  const label = (name: (typeof fields)[number]): string => text(`members:attributes.fields.${name}`)
  return { label, labels: labelsOf(fields, label) }
}
