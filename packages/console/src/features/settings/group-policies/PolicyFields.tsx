import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useFormContext, useWatch } from 'react-hook-form'
import { FieldGroup } from '../../../kit/FieldGroup.tsx'
import { FormText, FormToggle } from '../../../kit/form-fields.tsx'
import { useText } from '../../../lib/i18n.ts'
import { FormGroups } from '../../../pickers/FormGroups.tsx'
import { PartFields } from '../../../pickers/policies/PartFields.tsx'
import { partNames, type TypedPolicy } from '../../../pickers/policies/policy-form.ts'
import { parts } from '../../../pickers/policies/policy-parts.ts'
import { SelectInput } from '../../../ui/SelectInput.tsx'

/** The parts that the policy holds, and the way to the others. */
const SettingsFields = () => {
  const text = useText('settings')
  const { setValue, unregister } = useFormContext<TypedPolicy>()
  const own: TypedPolicy['settings'] = useWatch<TypedPolicy, 'settings'>({ name: 'settings' })
  const put = (next: TypedPolicy['settings']): void =>
    setValue('settings', next, { shouldDirty: true })
  const remove = (part: string): void => {
    const { [part]: _gone, ...rest } = own
    unregister(`settings.${part}`)
    put(rest)
  }
  const open = partNames.filter((part) => own[part] === undefined)
  return (
    <FieldGroup label={text('settings:policies.settings')}>
      {() => (
        <Stack spacing={3}>
          <Typography variant="body2" color="textSecondary">
            {text('settings:policies.hints.settings')}
          </Typography>
          {partNames
            .filter((part) => own[part] !== undefined)
            .map((part) => (
              <PartFields key={part} part={part} onRemove={() => remove(part)} />
            ))}
          {open.length > 0 && (
            <SelectInput
              label={text('settings:policies.addPart')}
              placeholder={text('settings:policies.choose')}
              options={open.map((value) => ({ value, label: text(parts[value].title) }))}
              value=""
              onChange={(part) => part !== '' && put({ ...own, [part]: {} })}
            />
          )}
        </Stack>
      )}
    </FieldGroup>
  )
}

/** Everything that is said of a policy. */
export const PolicyFields = () => {
  const text = useText('settings')
  return (
    <>
      <FormText<TypedPolicy>
        name="name"
        label={text('settings:policies.fields.name')}
        isRequired
        maxLength={100}
      />
      <FormToggle<TypedPolicy> name="active" label={text('settings:policies.fields.active')} />
      <FormGroups<TypedPolicy>
        name="groupIds"
        label={text('settings:policies.fields.groups')}
        hint={text('settings:policies.hints.groups')}
        isRequired
      />
      <SettingsFields />
    </>
  )
}
