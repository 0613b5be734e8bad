import { ListPage } from '../../../kit/ListPage.tsx'
import { useText } from '../../../lib/i18n.ts'
import type { GridCard } from '../../../pickers/grids/GridTag.tsx'
import { useGridActions } from './grid-actions.tsx'
import { rowId, rowName, useGridColumns } from './grid-columns.tsx'
import { assignedQuery, assignedStates } from './grids.queries.ts'

const firstSort = { key: 'serial', isDescending: false }

/** The cards that people have. */
export const AssignedGrids = () => {
  const text = useText('resource')
  const say = useText('authenticators')
  const { serial, user, shown, lastUsed, expires, state } = useGridColumns()
  const { actionsOf, dialog } = useGridActions()
  const filter = {
    key: 'state',
    label: text('resource:grids.columns.state'),
    options: assignedStates.map((value) => ({
      value,
      label: say(`authenticators:cards.state.${value}`),
    })),
  }
  return (
    <>
      <ListPage<GridCard>
        isPart
        title={text('resource:grids.assigned')}
        query={assignedQuery}
        columns={[serial, user, shown, lastUsed, expires, state]}
        filters={[filter]}
        searchLabel={text('resource:grids.search')}
        sort={firstSort}
        rowId={rowId}
        rowName={rowName}
        rowActions={actionsOf}
        empty={{
          title: text('resource:grids.emptyAssigned'),
          text: text('resource:grids.emptyAssignedText'),
        }}
      />
      {dialog}
    </>
  )
}
