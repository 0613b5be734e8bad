import { type MappedField, mappedFields } from '@signet/rules/identity-providers'
import { useController } from 'react-hook-form'
import { FieldGroup } from '../../../kit/FieldGroup.tsx'
import { faultIn } from '../../../kit/form-errors.ts'
import { useText } from '../../../lib/i18n.ts'
import { TextInput } from '../../../ui/TextInput.tsx'
import type { TypedProvider } from './provider-form.ts'

type Mappings = NonNullable<TypedProvider['claimMappings']>

/** Which claim fills which field of a user; an empty one fills none. */
export const ClaimMappings = ({
  label,
  hint,
}: {
  readonly label: string
  readonly hint: string
}) => {
  const text = useText('resource')
  const { field, fieldState } = useController<TypedProvider, 'claimMappings'>({
    name: 'claimMappings',
  })
  const mappings: Mappings = field.value ?? []
  const change = (changed: MappedField, claim: string): void =>
    field.onChange([
      ...mappings.filter((mapping) => mapping.field !== changed),
      ...(claim === '' ? [] : [{ field: changed, claim }]),
    ])
  return (
    <FieldGroup label={label} hint={hint} error={faultIn(fieldState, label)}>
      {() =>
        mappedFields.map((name) => (
          <TextInput
            key={name}
            name={`claimMappings.${name}`}
            label={text(`resource:identityProviders.mapped.${name}`)}
            value={mappings.find((mapping) => mapping.field === name)?.claim ?? ''}
            maxLength={200}
            onChange={(claim) => change(name, claim)}
          />
        ))
      }
    </FieldGroup>
  )
}
