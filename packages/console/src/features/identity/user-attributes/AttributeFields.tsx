import { userAttributeTypes } from '@signet/rules/attribute-types'
import { useWatch } from 'react-hook-form'
import { optionsOf } from '../../../kit/fields.ts'
import { FormSelect, FormText, FormToggle } from '../../../kit/form-fields.tsx'
import { useText } from '../../../lib/i18n.ts'
import { type AttributeValues, useAttributeLabels } from './attribute-forms.ts'

const flags = ['required', 'unique', 'userVisible', 'userEditable'] as const

const ValueFields = () => {
  const text = useText('members')
  const { label } = useAttributeLabels()
  const type = useWatch<AttributeValues, 'type'>({ name: 'type' })
  return type === 'CHOICE' ? (
    <FormText<AttributeValues>
      name="choices"
      label={label('choices')}
      hint={text('members:attributes.hints.choices')}
      rows={4}
      isRequired
    />
  ) : (
    <FormText<AttributeValues>
      name="pattern"
      label={label('pattern')}
      hint={text('members:attributes.hints.pattern')}
      whenEmpty={null}
    />
  )
}

/** Name, kind of value, and what holds for it. */
export const AttributeFields = () => {
  const text = useText('members')
  const { label } = useAttributeLabels()
  return (
    <>
      <FormText<AttributeValues> name="name" label={label('name')} isRequired maxLength={100} />
      <FormText<AttributeValues>
        name="description"
        label={label('description')}
        rows={2}
        maxLength={500}
        whenEmpty={null}
      />
      <FormSelect<AttributeValues>
        name="type"
        label={label('type')}
        options={optionsOf(userAttributeTypes, (value) => text(`members:attributes.type.${value}`))}
      />
      <ValueFields />
      <div>
        {flags.map((name) => (
          <FormToggle<AttributeValues> key={name} name={name} label={label(name)} />
        ))}
      </div>
    </>
  )
}

/** Of what the product brings, only whether everybody must have it. */
export const SystemAttributeFields = ({ isFixed }: { readonly isFixed: boolean }) => {
  const { label } = useAttributeLabels()
  return (
    <FormToggle<AttributeValues> name="required" label={label('required')} isDisabled={isFixed} />
  )
}
