import { ListPage } from '../../../kit/ListPage.tsx'
import { useText } from '../../../lib/i18n.ts'
import { exportTool } from '../../../pickers/list-export/ExportButton.tsx'
import { useTokenActions } from '../../../pickers/tokens/token-actions.tsx'
import { ManyTokensDialog } from './ManyTokensDialog.tsx'
import { useManyTokens } from './many-tokens.ts'
import {
  firstSort,
  rowId,
  rowLink,
  rowName,
  useKindFilter,
  useTokenColumns,
} from './token-columns.tsx'
import { type TokenRow, unassignedBy, unassignedQuery } from './tokens.queries.ts'

const tools = exportTool({
  list: 'unassignedtokens',
  body: unassignedBy,
  fields: {
    serial: ['serialNumber'],
    kind: ['algorithmType'],
    make: ['manufacturer', 'model'],
    groups: ['groups'],
    created: ['createDate'],
  },
})

/** The tokens that nobody has. */
export const UnassignedTokens = () => {
  const text = useText('resource')
  const { serial, kind, make, groups, created } = useTokenColumns()
  const { actionsOf, dialog } = useTokenActions()
  const { chosen, close, ...many } = useManyTokens('unassigned')
  return (
    <>
      <ListPage<TokenRow>
        isPart
        title={text('resource:tokens.unassigned')}
        query={unassignedQuery}
        columns={[serial, kind, make, groups, created]}
        filters={[useKindFilter()]}
        searchLabel={text('resource:tokens.searchUnassigned')}
        sort={firstSort}
        {...{ rowId, rowName, rowLink }}
        rowActions={actionsOf}
        {...many}
        tools={tools}
        empty={{
          title: text('resource:tokens.emptyUnassigned'),
          text: text('resource:tokens.emptyUnassignedText'),
        }}
      />
      {dialog}
      {chosen !== null && <ManyTokensDialog {...chosen} onClose={close} />}
    </>
  )
}
