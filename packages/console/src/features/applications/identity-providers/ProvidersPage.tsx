import Add from '@mui/icons-material/Add'
import { identityProviderTypes } from '@signet/rules/identity-providers'
import { useNavigate } from 'react-router'
import { ListPage } from '../../../kit/ListPage.tsx'
import { rowId, rowName } from '../../../kit/named-rows.ts'
import { useText } from '../../../lib/i18n.ts'
import { useMay } from '../../../session/session-context.tsx'
import { ActionMenu } from '../../../ui/ActionMenu.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import type { TableColumn } from '../../../ui/table-columns.tsx'
import { addPath, type Listed, listedPath, providersQuery } from './identity-providers.queries.ts'
import { addSamlPath } from './saml-providers.queries.ts'

const useColumns = (): readonly TableColumn<Listed>[] => {
  const text = useText('resource')
  const state = (isOn: boolean) => text(`resource:identityProviders.states.${isOn ? 'on' : 'off'}`)
  return [
    {
      key: 'name',
      title: text('resource:identityProviders.fields.name'),
      isSortable: true,
      render: rowName,
    },
    {
      key: 'issuer',
      title: text('resource:identityProviders.fields.issuer'),
      render: (row) => row.issuer,
    },
    {
      key: 'domains',
      title: text('resource:identityProviders.fields.domains'),
      render: ({ domains }) => domains.join(', '),
    },
    {
      key: 'users',
      title: text('resource:identityProviders.users'),
      width: 110,
      render: ({ users }) => String(users),
    },
    {
      key: 'state',
      title: text('resource:identityProviders.fields.enabled'),
      width: 130,
      render: ({ enabled }) => <Tag severity={enabled ? 'OK' : 'WARNING'} label={state(enabled)} />,
    },
  ]
}

/** A provider of any kind, or of a service that is known here. */
const AddButtons = () => {
  const text = useText('resource')
  const navigate = useNavigate()
  const actions = identityProviderTypes
    .filter((type) => type !== 'GENERIC')
    .map((type) => ({
      label: text(`resource:identityProviders.types.${type}`),
      onSelect: () => void navigate(addPath(type)),
    }))
  return (
    <>
      <Button kind="primary" icon={<Add />} to={addPath('GENERIC')}>
        {text('resource:identityProviders.add')}
      </Button>
      <Button icon={<Add />} to={addSamlPath}>
        {text('resource:identityProviders.saml.add')}
      </Button>
      <ActionMenu actions={actions} label={text('resource:identityProviders.templates')} />
    </>
  )
}

/** Every identity provider of the tenant. */
const ProvidersPage = () => {
  const text = useText('resource')
  const add = useMay()(['IDENTITYPROVIDERS', 'ADD']) && <AddButtons />
  return (
    <ListPage<Listed>
      title={text('common:pages.identityProviders')}
      query={providersQuery}
      columns={useColumns()}
      searchLabel={text('resource:identityProviders.search')}
      rowId={rowId}
      rowName={rowName}
      rowLink={listedPath}
      actions={add}
      empty={{
        title: text('resource:identityProviders.empty'),
        text: text('resource:identityProviders.emptyText'),
        actions: add,
      }}
    />
  )
}

export default ProvidersPage
