import { supportHours } from '@signet/rules/support'
import { useQuery } from '@tanstack/react-query'
import { useText } from '../../../lib/i18n.ts'
import { SelectInput } from '../../../ui/SelectInput.tsx'
import { TextInput } from '../../../ui/TextInput.tsx'
import { lentRolesQuery, type Terms } from './support-access.queries.ts'

interface TypedTerms {
  readonly hours: string
  /** Empty for read-only access. */
  readonly roleId: string
}

export const firstTerms: TypedTerms = { hours: '4', roleId: '' }

/** What was typed, as the calls take it; null while the hours are not a number that they take. */
export const termsOf = ({ hours, roleId }: TypedTerms): Terms | null => {
  const count = Number(hours)
  const isInRange = count >= supportHours.least && count <= supportHours.most
  if (!Number.isInteger(count) || !isInRange) return null
  return { hours: count, roleId: roleId === '' ? null : roleId }
}

interface TermsFieldsProps {
  readonly terms: TypedTerms
  readonly onChange: (terms: TypedTerms) => void
}

/** For how long, and with which rights. */
export const TermsFields = ({ terms, onChange }: TermsFieldsProps) => {
  const text = useText('serviceProvider')
  const { data: roles = [] } = useQuery(lentRolesQuery)
  const options = roles
    .filter(({ superAdministrator }) => !superAdministrator)
    .map(({ id, name }) => ({ value: id, label: name }))
  return (
    <>
      <TextInput
        label={text('serviceProvider:supportAccess.hours')}
        hint={text('serviceProvider:supportAccess.hoursHint')}
        isRequired
        type="number"
        value={terms.hours}
        onChange={(hours) => onChange({ ...terms, hours })}
      />
      <SelectInput
        label={text('serviceProvider:supportAccess.columns.rights')}
        hint={text('serviceProvider:supportAccess.roleHint')}
        placeholder={text('serviceProvider:supportAccess.readOnly')}
        value={terms.roleId}
        onChange={(roleId) => onChange({ ...terms, roleId })}
        options={options}
      />
    </>
  )
}
