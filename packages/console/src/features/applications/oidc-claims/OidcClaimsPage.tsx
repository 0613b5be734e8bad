import { useMemo } from 'react'
import { ListPage } from '../../../kit/ListPage.tsx'
import { byName, rowId, rowName } from '../../../kit/named-rows.ts'
import { useAddButton } from '../../../kit/use-add-button.tsx'
import { useText } from '../../../lib/i18n.ts'
import { exportTool } from '../../../pickers/list-export/ExportButton.tsx'
import { idsOf } from '../../../pickers/list-export/list-exports.ts'
import { type Claim, claimPath, claimsPageQuery } from './oidc-claims.queries.ts'

const rowLink = ({ id }: Claim): string => claimPath(id)

const useColumns = () => {
  const text = useText('resource')
  return useMemo(
    () => [
      {
        key: 'name',
        title: text('resource:oidcClaims.fields.name'),
        isSortable: true,
        minWidth: 170,
        render: rowName,
      },
      {
        key: 'source',
        title: text('resource:oidcClaims.fields.source'),
        minWidth: 170,
        render: ({ source }: Claim) => text(`resource:oidcClaims.source.${source}`),
      },
      {
        key: 'value',
        title: text('resource:oidcClaims.columns.value'),
        share: 2,
        minWidth: 180,
        render: ({ value }: Claim) => value,
      },
      {
        key: 'scope',
        title: text('resource:oidcClaims.fields.scope'),
        width: 130,
        render: ({ scope }: Claim) => scope,
      },
    ],
    [text],
  )
}

const tools = exportTool({
  list: 'oidcclaims',
  ids: idsOf(claimsPageQuery),
  fields: { name: ['name'], source: ['source'], value: ['value'], scope: ['scope'] },
})

/** The claims that this account tells applications beside the standard ones. */
const OidcClaimsPage = () => {
  const text = useText('resource')
  const add = useAddButton(
    ['APPLICATIONS', 'ADD'],
    '/applications/oidccustomclaims/add',
    text('common:pages.addOidcClaim'),
  )
  return (
    <ListPage<Claim>
      title={text('common:pages.oidcClaims')}
      query={claimsPageQuery}
      columns={useColumns()}
      sort={byName}
      searchLabel={text('resource:oidcClaims.search')}
      {...{ rowId, rowName, rowLink }}
      actions={add}
      views="oidcclaims"
      tools={tools}
      empty={{
        title: text('resource:oidcClaims.empty'),
        text: text('resource:oidcClaims.emptyText'),
        actions: add,
      }}
    />
  )
}

export default OidcClaimsPage
