import {
  AdminApiApplicationChange,
  ApiApplication,
  ApiApplicationChange,
} from '@signet/contract/applications/api-applications'
import { isAgentType } from '@signet/rules/applications'
import { addressInLine } from '@signet/rules/host-of'
import { radiusMethods } from '@signet/rules/radius'
import { useQuery } from '@tanstack/react-query'
import { withinBounds } from '../../../kit/durations.ts'
import { FormDuration } from '../../../kit/FormDuration.tsx'
import { FormLines } from '../../../kit/FormLines.tsx'
import { labelsOf, optionsOf, picked } from '../../../kit/fields.ts'
import { FormSelect, FormText, FormToggle } from '../../../kit/form-fields.tsx'
import { useText } from '../../../lib/i18n.ts'
import { useRoleWords } from '../../../pickers/role-words.ts'
import {
  type Change,
  type Program,
  type ProgramType,
  rolesQuery,
} from './api-applications.queries.ts'

const bounded = {
  tokenTtlSeconds: withinBounds(ApiApplicationChange.shape.tokenTtlSeconds.unwrap(), {
    storedIn: 'sec',
  }),
}
const { shape } = ApiApplication
const AnyForm = ApiApplicationChange.required().extend({
  ...bounded,
  roleId: shape.roleId,
  authenticationMethod: shape.authenticationMethod,
})
const RoleForm = AnyForm.extend({ roleId: AdminApiApplicationChange.shape.roleId })

export const formFor = (type: ProgramType) => (type === 'ADMIN_API' ? RoleForm : AnyForm)

export const newProgram = {
  name: '',
  description: '',
  enabled: true,
  roleId: null,
  addresses: [],
  tokenTtlSeconds: 3600,
  authenticationMethod: null,
}

export const formOf = (row: Program): Change =>
  picked(row, [
    'name',
    'description',
    'enabled',
    'roleId',
    'addresses',
    'tokenTtlSeconds',
    'authenticationMethod',
  ])

const fields = ['name', 'description', 'enabled', 'roleId', 'addresses', 'tokenTtlSeconds'] as const

/** The fields as people see them: one by one, and all for the summary of faults. */
export const useProgramLabels = () => {
  const text = useText('resource')
  const label = (name: (typeof fields)[number]): string =>
    text(`resource:apiApplications.fields.${name}`)
  const labels: Readonly<Record<string, string>> = {
    ...labelsOf(fields, label),
    authenticationMethod: text('resource:radius.fields.authenticationMethod'),
  }
  return { label, labels }
}

const RoleField = () => {
  const text = useText('resource')
  const { label } = useProgramLabels()
  const { nameOf } = useRoleWords()
  const { data: roles = [] } = useQuery(rolesQuery)
  return (
    <FormSelect<Change>
      name="roleId"
      label={label('roleId')}
      hint={text('resource:apiApplications.hints.roleId')}
      placeholder={text('resource:apiApplications.chooseRole')}
      isRequired
      options={roles.map((role) => ({ value: role.id, label: nameOf(role) }))}
    />
  )
}

/** How people sign in who stand before an agent. */
const MethodField = () => {
  const text = useText('resource')
  return (
    <FormSelect<Change>
      name="authenticationMethod"
      label={text('resource:radius.fields.authenticationMethod')}
      placeholder={text('resource:radius.usualMethod')}
      options={optionsOf(radiusMethods, (value) => text(`resource:flows.system.${value}`))}
    />
  )
}

/** Everything that is said of a program. */
export const ProgramFields = ({ type }: { readonly type: ProgramType }) => {
  const text = useText('resource')
  const { label } = useProgramLabels()
  return (
    <>
      <FormText<Change> name="name" label={label('name')} isRequired maxLength={100} />
      <FormText<Change> name="description" label={label('description')} rows={2} maxLength={500} />
      {type === 'ADMIN_API' && <RoleField />}
      {isAgentType(type) && <MethodField />}
      <FormLines<Change>
        name="addresses"
        label={label('addresses')}
        hint={text('resource:apiApplications.hints.addresses')}
        rows={3}
        reads={addressInLine}
      />
      <FormDuration<Change>
        name="tokenTtlSeconds"
        label={label('tokenTtlSeconds')}
        storedIn="sec"
      />
      <FormToggle<Change> name="enabled" label={label('enabled')} />
    </>
  )
}
