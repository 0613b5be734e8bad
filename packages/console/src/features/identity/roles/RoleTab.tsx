import { adminEntityTypes, entityTypes } from '@signet/rules/permissions'
import { EditForm } from '../../../kit/EditForm.tsx'
import type { Tagged } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'
import { useNamedGroups } from '../../../pickers/named-groups.ts'
import { useRoleWords } from '../../../pickers/role-words.ts'
import { useMay } from '../../../session/session-context.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { Section } from '../../../ui/Page.tsx'
import { PermissionMatrix } from './PermissionMatrix.tsx'
import { shownAdminTypes, shownTypes } from './permission-grid.ts'
import { RoleFields } from './RoleFields.tsx'
import { RoleRights } from './RoleRights.tsx'
import { formOf, type RoleDetail, RoleForm, useRoleLabels } from './role-forms.ts'
import { roles } from './roles.queries.ts'

interface TabProps {
  readonly read: Tagged<RoleDetail>
}

const Editor = ({ read }: TabProps) => {
  const text = useText('members')
  const { labels } = useRoleLabels()
  const { name } = read.value
  return (
    <EditForm
      entity={roles}
      {...{ read, formOf }}
      schema={RoleForm}
      labels={labels}
      saved={() => text('members:roles.saved', { name })}
    >
      <RoleFields />
    </EditForm>
  )
}

const entitiesOf = ({ permissions }: RoleDetail) => {
  const isProvider = permissions.some(({ entityType }) => providerTypes.has(entityType))
  return isProvider ? shownTypes : shownAdminTypes
}
const adminTypes = new Set<string>(adminEntityTypes)
const providerTypes = new Set<string>(entityTypes.filter((type) => !adminTypes.has(type)))

/** The role for somebody who may see but not change it, and every built-in one. */
const ReadOnly = ({ role }: { readonly role: RoleDetail }) => {
  const text = useText('members')
  const { label } = useRoleLabels()
  const { descriptionOf } = useRoleWords()
  const { named } = useNamedGroups(role.groupIds)
  return (
    <>
      <Facts
        facts={[
          { label: label('description'), value: descriptionOf(role) },
          {
            label: label('groupManagement'),
            value: text(`members:roles.reach.${role.groupManagement}`),
          },
          ...(role.groupManagement === 'SOME'
            ? [{ label: label('groupIds'), value: named.map(({ name }) => name).join(', ') }]
            : []),
        ]}
      />
      <PermissionMatrix
        value={role.permissions}
        entities={entitiesOf(role)}
        isLimited={role.groupManagement === 'SOME'}
      />
      <RoleRights permissions={role.permissions} isLimited={role.groupManagement === 'SOME'} />
    </>
  )
}

/** What the role permits, and where. */
export const RoleTab = ({ read }: TabProps) => {
  const text = useText('members')
  const may = useMay()
  const role = read.value
  const isOwn = role.builtIn === null && role.roleType === 'ADMIN'
  return (
    <Section title={text('members:roles.sectionsOf.role')}>
      {role.superAdministrator && (
        <Notice severity="info">{text('members:roles.superAdministrator')}</Notice>
      )}
      {isOwn && may(['ROLES', 'EDIT']) ? <Editor read={read} /> : <ReadOnly role={role} />}
    </Section>
  )
}
