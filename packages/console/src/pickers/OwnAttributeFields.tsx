import { FormSelect, FormText } from '../kit/form-fields.tsx'
import { useText } from '../lib/i18n.ts'

export interface OwnAttribute {
  readonly id: string
  readonly name: string
  readonly description: string | null
  readonly type: string
  readonly choices: readonly string[]
  readonly required: boolean
}

interface Held {
  readonly userAttributeId: string
  readonly value: string
}

export const ownValuesOf = (attributes: readonly OwnAttribute[], held: readonly Held[]) => {
  const values = new Map(held.map(({ userAttributeId, value }) => [userAttributeId, value]))
  return attributes.map(({ id }) => ({ userAttributeId: id, value: values.get(id) ?? null }))
}

interface FieldProps {
  readonly attribute: OwnAttribute
  readonly at: number
}

const hints = { NUMBER: 'number', DATE: 'date', PHONE: 'phone', URL: 'url' } as const
const hasHint = (type: string): type is keyof typeof hints => Object.hasOwn(hints, type)

const optionsOf = ({ type, choices }: OwnAttribute, yes: string, no: string) => {
  if (type === 'CHOICE') return choices.map((value) => ({ value, label: value }))
  if (type !== 'BOOLEAN') return null
  return [
    { value: 'true', label: yes },
    { value: 'false', label: no },
  ]
}

const OwnField = ({ attribute, at }: FieldProps) => {
  const text = useText('members')
  const { name, description, type, required } = attribute
  const hint = hasHint(type) ? text(`members:attributes.formats.${hints[type]}`) : description
  const shared = {
    name: `userAttributeValues.${at}.value`,
    label: name,
    isRequired: required,
    ...(hint === null ? {} : { hint: description ?? hint }),
  } as const
  const options = optionsOf(
    attribute,
    text('members:attributes.yes'),
    text('members:attributes.no'),
  )
  return options === null ? (
    <FormText {...shared} whenEmpty={null} maxLength={1024} />
  ) : (
    <FormSelect {...shared} options={options} placeholder={text('members:attributes.none')} />
  )
}

/** A field for each of the tenant's own attributes. */
export const OwnAttributeFields = ({ attributes }: { attributes: readonly OwnAttribute[] }) =>
  attributes.map((attribute, at) => <OwnField key={attribute.id} {...{ attribute, at }} />)
