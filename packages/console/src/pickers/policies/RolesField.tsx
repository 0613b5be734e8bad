import { listRoles } from '@signet/contract/identity/roles'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { ChoicesField } from '../../kit/ChoicesField.tsx'
import { call } from '../../lib/call.ts'
import { useMay } from '../../session/session-context.tsx'
import { useRoleWords } from '../role-words.ts'
import type { TypedPolicy } from './policy-form.ts'

const rolesQuery = queryOptions({
  queryKey: ['roles', 'all'],
  queryFn: ({ signal }) => call(listRoles, { signal }),
})

interface RolesFieldProps {
  readonly name: `settings.${string}.${string}`
  readonly label: string
}

const textsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []

/** The administrator roles to choose from; for who may not see roles, those that are chosen. */
export const RolesField = ({ name, label }: RolesFieldProps) => {
  const { nameOf } = useRoleWords()
  const mayView = useMay()(['ROLES', 'VIEW'])
  const { data } = useQuery({ ...rolesQuery, enabled: mayView })
  const chosen: unknown = useWatch<TypedPolicy>({ name })
  const options =
    data === undefined
      ? textsOf(chosen).map((id) => ({ value: id, label: id }))
      : data
          .filter(({ roleType }) => roleType !== 'USER')
          .map((role) => ({ value: role.id, label: nameOf(role) }))
  return <ChoicesField<TypedPolicy> name={name} label={label} options={options} />
}
