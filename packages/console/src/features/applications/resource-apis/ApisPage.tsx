import { severityOf } from '@signet/rules/severity'
import { useMemo } from 'react'
import { ListPage } from '../../../kit/ListPage.tsx'
import { byName, rowId, rowName } from '../../../kit/named-rows.ts'
import { useAddButton } from '../../../kit/use-add-button.tsx'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { exportTool } from '../../../pickers/list-export/ExportButton.tsx'
import { idsOf } from '../../../pickers/list-export/list-exports.ts'
import { Tag } from '../../../ui/Tag.tsx'
import { type Api, apiPath, apisPageQuery } from './resource-apis.queries.ts'

const rowLink = ({ id }: Api): string => apiPath(id)

const useColumns = () => {
  const text = useText('resource')
  const { number } = useFormats()
  return useMemo(
    () => [
      {
        key: 'name',
        title: text('resource:apis.fields.name'),
        isSortable: true,
        minWidth: 170,
        render: rowName,
      },
      {
        key: 'identifier',
        title: text('resource:apis.fields.identifier'),
        share: 2,
        minWidth: 220,
        render: ({ identifier }: Api) => identifier,
      },
      {
        key: 'scopes',
        title: text('resource:apis.columns.scopes'),
        width: 110,
        render: ({ scopes }: Api) => number(scopes),
      },
      {
        key: 'status',
        title: text('resource:apis.columns.status'),
        width: 120,
        render: ({ enabled }: Api) => (
          <Tag
            label={text(`resource:apis.${enabled ? 'on' : 'off'}`)}
            severity={severityOf(enabled ? 'ACTIVE' : 'INACTIVE')}
          />
        ),
      },
    ],
    [text, number],
  )
}

const tools = exportTool({
  list: 'resourceserverapis',
  ids: idsOf(apisPageQuery),
  fields: {
    name: ['name'],
    identifier: ['identifier'],
    scopes: ['scopes'],
    status: ['enabled'],
  },
})

/** The APIs that take access tokens of this issuer. */
const ApisPage = () => {
  const text = useText('resource')
  const add = useAddButton(
    ['RESOURCESERVERAPIS', 'ADD'],
    '/authorization/add',
    text('common:pages.addApi'),
  )
  return (
    <ListPage<Api>
      title={text('common:pages.apis')}
      query={apisPageQuery}
      columns={useColumns()}
      sort={byName}
      searchLabel={text('resource:apis.search')}
      {...{ rowId, rowName, rowLink }}
      actions={add}
      views="resourceserverapis"
      tools={tools}
      empty={{
        title: text('resource:apis.empty'),
        text: text('resource:apis.emptyText'),
        actions: add,
      }}
    />
  )
}

export default ApisPage
