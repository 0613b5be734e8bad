import Typography from '@mui/material/Typography'
import { useController, useWatch } from 'react-hook-form'
import { optionsOf } from '../../../kit/fields.ts'
import { FormSelect, FormText } from '../../../kit/form-fields.tsx'
import { useText } from '../../../lib/i18n.ts'
import { FormGroups } from '../../../pickers/FormGroups.tsx'
import { PermissionMatrix } from './PermissionMatrix.tsx'
import { shownAdminTypes } from './permission-grid.ts'
import { RoleRights } from './RoleRights.tsx'
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
        entities={shownAdminTypes}
        isLimited={isLimited}
        onChange={field.onChange}
      />
      <RoleRights permissions={field.value} isLimited={isLimited} />
    </section>
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
        options={optionsOf(['ALL', 'SOME'], (value) => text(`members:roles.reach.${value}`))}
      />
      {reach === 'SOME' && (
        <FormGroups<RoleValues>
          name="groupIds"
          label={label('groupIds')}
          hint={text('members:roles.hints.groupIds')}
        />
      )}
      <PermissionsField isLimited={reach === 'SOME'} />
    </>
  )
}
