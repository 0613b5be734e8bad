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
import { assignedBy, assignedQuery, assignedStates, type TokenRow } from './tokens.queries.ts'

const tools = exportTool({
  list: 'assignedtokens',
  body: assignedBy,
  fields: {
    serial: ['serialNumber'],
    user: ['userName'],
    kind: ['algorithmType'],
    lastUsed: ['lastUsedDate'],
    state: ['state'],
  },
})

/** The tokens that people have. */
export const AssignedTokens = () => {
  const text = useText('resource')
  const { serial, user, kind, lastUsed, state } = useTokenColumns()
  const { actionsOf, dialog } = useTokenActions()
  const { chosen, close, ...many } = useManyTokens('assigned')
  const byKind = useKindFilter()
  const byState = {
    key: 'state',
    label: text('resource:tokens.columns.state'),
    options: assignedStates.map((value) => ({
      value,
      label: text(`resource:tokens.state.${value}`),
    })),
  }
  return (
    <>
      <ListPage<TokenRow>
        isPart
        title={text('resource:tokens.assigned')}
        query={assignedQuery}
        columns={[serial, user, kind, lastUsed, state]}
        filters={[byState, byKind]}
        searchLabel={text('resource:tokens.searchAssigned')}
        sort={firstSort}
        {...{ rowId, rowName, rowLink }}
        rowActions={actionsOf}
        {...many}
        tools={tools}
        empty={{
          title: text('resource:tokens.emptyAssigned'),
          text: text('resource:tokens.emptyAssignedText'),
        }}
      />
      {dialog}
      {chosen !== null && <ManyTokensDialog {...chosen} onClose={close} />}
    </>
  )
}
