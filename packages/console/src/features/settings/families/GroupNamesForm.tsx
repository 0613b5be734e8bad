import { formOf } from '@signet/contract/kit/settings-family'
import {
  groupAttributeFamily,
  groupNames,
  readGroupAttribute,
  updateGroupAttribute,
} from '@signet/contract/settings/groupattribute'
import { optionsOf } from '../../../kit/fields.ts'
import { FormNumber, FormSelect } from '../../../kit/form-fields.tsx'
import { SettingsForm } from '../../../kit/SettingsForm.tsx'
import { callWithEtag } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'

const schema = formOf(groupAttributeFamily)
const names = ['attribute', 'mostGroups'] as const
type Name = (typeof names)[number]
type Fields = Record<Name, unknown>

/** By what applications know the groups of people. */
export const GroupNamesForm = () => {
  const text = useText('settings')
  const label = (name: Name): string => text(`settings:groupNames.fields.${name}`)
  const hint = (name: Name): string => text(`settings:groupNames.hints.${name}`)
  const options = optionsOf(groupNames, (value) => text(`settings:groupNames.attribute.${value}`))
  return (
    <SettingsForm
      queryKey={['settings', 'groupattribute']}
      schema={schema}
      defaults={groupAttributeFamily.defaults}
      read={(signal) => callWithEtag(readGroupAttribute, { signal })}
      save={(body, etag) =>
        callWithEtag(updateGroupAttribute, { body, ifMatch: etag ?? undefined })
      }
      labels={Object.fromEntries(names.map((name) => [name, label(name)]))}
    >
      <FormSelect<Fields>
        name="attribute"
        label={label('attribute')}
        hint={hint('attribute')}
        options={options}
      />
      <FormNumber<Fields> name="mostGroups" label={label('mostGroups')} hint={hint('mostGroups')} />
    </SettingsForm>
  )
}
