import Stack from '@mui/material/Stack'
import { formOf } from '@signet/contract/kit/settings-family'
import {
  passthroughFamily,
  readPassthroughSettings,
  updatePassthroughSettings,
} from '@signet/contract/settings/passthrough'
import { FormToggle } from '../../../kit/form-fields.tsx'
import { ListPage } from '../../../kit/ListPage.tsx'
import { rowId, rowName } from '../../../kit/named-rows.ts'
import { SettingsForm } from '../../../kit/SettingsForm.tsx'
import { useAddButton } from '../../../kit/use-add-button.tsx'
import { callWithEtag } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'
import type { TableColumn } from '../../../ui/table-columns.tsx'
import { type Passthrough, passthroughsQuery } from './passthrough.queries.ts'

const schema = formOf(passthroughFamily)
type Fields = Record<'enabled' | 'administrators', unknown>

const rowLink = ({ id }: Passthrough): string => `/settings/passthrough/${id}`

/** Whether any password is passed through. */
const Switches = () => {
  const text = useText('settings')
  const labels = {
    enabled: text('settings:connectors.passthrough.enabled'),
    administrators: text('settings:connectors.passthrough.administrators'),
  }
  return (
    <SettingsForm
      queryKey={['settings', 'passthrough']}
      schema={schema}
      read={(signal) => callWithEtag(readPassthroughSettings, { signal })}
      save={(body, etag) =>
        callWithEtag(updatePassthroughSettings, { body, ifMatch: etag ?? undefined })
      }
      labels={labels}
    >
      <FormToggle<Fields> name="enabled" label={labels.enabled} />
      <FormToggle<Fields>
        name="administrators"
        label={labels.administrators}
        hint={text('settings:connectors.passthrough.administratorsHint')}
      />
    </SettingsForm>
  )
}

const useColumns = (): readonly TableColumn<Passthrough>[] => {
  const text = useText('settings')
  return [
    {
      key: 'name',
      title: text('settings:connectors.passthrough.name'),
      isSortable: true,
      render: rowName,
    },
    {
      key: 'target',
      title: text('settings:connectors.passthrough.target'),
      render: ({ connector }) => new URL(connector.url.split('{{')[0] ?? '').host,
    },
  ]
}

/** Who judges passwords that are not judged here. */
const PassthroughsPage = () => {
  const text = useText('settings')
  const add = useAddButton(
    ['SETTINGS', 'ADD'],
    '/settings/passthrough/add',
    text('settings:connectors.passthrough.add'),
  )
  return (
    <Stack spacing={3}>
      <ListPage<Passthrough>
        title={text('common:pages.passthroughs')}
        query={passthroughsQuery}
        columns={useColumns()}
        searchLabel={text('settings:connectors.passthrough.search')}
        rowId={rowId}
        rowName={rowName}
        rowLink={rowLink}
        actions={add}
        empty={{
          title: text('settings:connectors.passthrough.empty'),
          text: text('settings:connectors.passthroughText'),
          actions: add,
        }}
      />
      <Switches />
    </Stack>
  )
}

export default PassthroughsPage
