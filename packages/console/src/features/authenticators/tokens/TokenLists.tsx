import { optionsOf } from '../../../kit/fields.ts'
import { ListPage } from '../../../kit/ListPage.tsx'
import type { ListDefinition } from '../../../kit/list-types.ts'
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
import {
  assignedBy,
  assignedQuery,
  assignedStates,
  type TokenRow,
  unassignedBy,
  unassignedQuery,
} from './tokens.queries.ts'

const assignedTools = exportTool({
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

const unassignedTools = exportTool({
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

interface TokenListProps
  extends Required<
    Pick<ListDefinition<TokenRow>, 'query' | 'columns' | 'filters' | 'views' | 'tools'>
  > {
  readonly of: 'Assigned' | 'Unassigned'
}

const TokenList = ({ of, ...list }: TokenListProps) => {
  const text = useText('resource')
  const { actionsOf, dialog } = useTokenActions()
  const key = of === 'Assigned' ? 'assigned' : 'unassigned'
  const { chosen, close, ...many } = useManyTokens(key)
  return (
    <>
      <ListPage<TokenRow>
        isPart
        title={text(`resource:tokens.${key}`)}
        searchLabel={text(`resource:tokens.search${of}`)}
        sort={firstSort}
        {...{ rowId, rowName, rowLink }}
        rowActions={actionsOf}
        {...many}
        {...list}
        empty={{
          title: text(`resource:tokens.empty${of}`),
          text: text(`resource:tokens.empty${of}Text`),
        }}
      />
      {dialog}
      {chosen !== null && <ManyTokensDialog {...chosen} onClose={close} />}
    </>
  )
}

/** The tokens that people have. */
export const AssignedTokens = () => {
  const text = useText('resource')
  const { serial, user, kind, lastUsed, state } = useTokenColumns()
  const byState = {
    key: 'state',
    label: text('resource:tokens.columns.state'),
    options: optionsOf(assignedStates, (value) => text(`resource:tokens.state.${value}`)),
  }
  return (
    <TokenList
      of="Assigned"
      query={assignedQuery}
      columns={[serial, user, kind, lastUsed, state]}
      filters={[byState, useKindFilter()]}
      views="assignedtokens"
      tools={assignedTools}
    />
  )
}

/** The tokens that nobody has. */
export const UnassignedTokens = () => {
  const { serial, kind, make, groups, created } = useTokenColumns()
  return (
    <TokenList
      of="Unassigned"
      query={unassignedQuery}
      columns={[serial, kind, make, groups, created]}
      filters={[useKindFilter()]}
      views="unassignedtokens"
      tools={unassignedTools}
    />
  )
}
