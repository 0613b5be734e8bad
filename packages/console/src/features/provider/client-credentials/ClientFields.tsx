import { addressInLine } from '@signet/rules/host-of'
import { ChoicesField } from '../../../kit/ChoicesField.tsx'
import { FormDuration } from '../../../kit/FormDuration.tsx'
import { FormLines } from '../../../kit/FormLines.tsx'
import { FormText, FormToggle } from '../../../kit/form-fields.tsx'
import { useText } from '../../../lib/i18n.ts'
import { actions, type ClientValues, entities, grantOf } from './client-form.ts'

export const useClientLabels = () => {
  const text = useText('resource', 'serviceProvider')
  return {
    name: text('resource:apiApplications.fields.name'),
    description: text('resource:apiApplications.fields.description'),
    enabled: text('resource:apiApplications.fields.enabled'),
    addresses: text('resource:apiApplications.fields.addresses'),
    tokenTtlSeconds: text('resource:apiApplications.fields.tokenTtlSeconds'),
    grants: text('serviceProvider:clients.permissions'),
  }
}

const GrantsField = ({ label }: { readonly label: string }) => {
  const text = useText('members', 'serviceProvider')
  const options = entities.flatMap((entityType) =>
    actions.map((action) => ({
      value: grantOf(entityType, action),
      label: text('serviceProvider:clients.grant', {
        entity: text(`members:roles.entities.${entityType}`),
        action: text(`members:roles.actions.${action}`),
      }),
    })),
  )
  return (
    <ChoicesField<ClientValues>
      name="grants"
      label={label}
      hint={text('serviceProvider:clients.permissionsHint')}
      options={options}
    />
  )
}

/** Everything that is said of a client. */
export const ClientFields = () => {
  const text = useText('resource')
  const { name, description, grants, addresses, tokenTtlSeconds, enabled } = useClientLabels()
  return (
    <>
      <FormText<ClientValues> name="name" label={name} isRequired maxLength={100} />
      <FormText<ClientValues> name="description" label={description} rows={2} maxLength={500} />
      <GrantsField label={grants} />
      <FormLines<ClientValues>
        name="addresses"
        label={addresses}
        hint={text('resource:apiApplications.hints.addresses')}
        rows={3}
        reads={addressInLine}
      />
      <FormDuration<ClientValues> name="tokenTtlSeconds" label={tokenTtlSeconds} storedIn="sec" />
      <FormToggle<ClientValues> name="enabled" label={enabled} />
    </>
  )
}
