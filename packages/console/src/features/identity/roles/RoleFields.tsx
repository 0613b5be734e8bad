import Typography from '@mui/material/Typography'
import { adminEntityTypes } from '@signet/rules/permissions'
import { useController, useWatch } from 'react-hook-form'
import { FormSelect, FormText } from '../../../kit/form-fields.tsx'
import { useText } from '../../../lib/i18n.ts'
import { faultText } from '../../../lib/validation-texts.ts'
import { GroupPicker } from '../../../pickers/GroupPicker.tsx'
import type { Named } from '../../../pickers/NamedPicker.tsx'
import { useNamedGroups } from '../../../pickers/named-groups.ts'
import { PermissionMatrix } from './PermissionMatrix.tsx'
import { type RoleValues, useRoleLabels } from './role-forms.ts'

const PermissionsField = ({ isLimited }: { readonly isLimited: boolean }) => {
  const text = useText('members')
  const { label } = useRoleLabels()
  const { field } = useController<RoleValues, 'permissions'>({ name: 'permissions' })
  return (
    <section aria-label={label('permissions')}>
      <Typography component="h3" variant="h3" sx={{ mt: 1 }}>
        {label('permissions')}
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1.5 }}>
        {text('members:roles.hints.permissions')}
      </Typography>
      <PermissionMatrix
        value={field.value}
        entities={adminEntityTypes}
        isLimited={isLimited}
        onChange={field.onChange}
      />
    </section>
  )
}

const GroupsField = () => {
  const text = useText('members')
  const { label } = useRoleLabels()
  const { field, fieldState } = useController<RoleValues, 'groupIds'>({ name: 'groupIds' })
  const { named, remember } = useNamedGroups(field.value)
  const fault = fieldState.error?.message
  const choose = (chosen: readonly Named[]): void => {
    remember(chosen)
    field.onChange(chosen.map(({ id }) => id))
  }
  return (
    <GroupPicker
      label={label('groupIds')}
      hint={text('members:roles.hints.groupIds')}
      error={fault === undefined ? undefined : faultText(fault)}
      value={named}
      onChange={choose}
    />
  )
}

/** Name, reach and permissions of a role. */
export const RoleFields = () => {
  const text = useText('members')
  const { label } = useRoleLabels()
  const reach = useWatch<RoleValues, 'groupManagement'>({ name: 'groupManagement' })
  return (
    <>
      <FormText<RoleValues> name="name" label={label('name')} isRequired maxLength={100} />
      <FormText<RoleValues>
        name="description"
        label={label('description')}
        rows={2}
        maxLength={500}
        whenEmpty={null}
      />
      <FormSelect<RoleValues>
        name="groupManagement"
        label={label('groupManagement')}
        options={(['ALL', 'SOME'] as const).map((value) => ({
          value,
          label: text(`members:roles.reach.${value}`),
        }))}
      />
      {reach === 'SOME' && <GroupsField />}
      <PermissionsField isLimited={reach === 'SOME'} />
    </>
  )
}
