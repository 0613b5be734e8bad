import { ListPage } from '../../../kit/ListPage.tsx'
import { useText } from '../../../lib/i18n.ts'
import type { GridCard } from '../../../pickers/grids/GridTag.tsx'
import { exportTool } from '../../../pickers/list-export/ExportButton.tsx'
import { useGridActions } from './grid-actions.tsx'
import { rowId, rowName, useGridColumns } from './grid-columns.tsx'
import { assignedBy, assignedQuery, assignedStates } from './grids.queries.ts'

const firstSort = { key: 'serial', isDescending: false }

const tools = exportTool({
  list: 'assignedgrids',
  body: assignedBy,
  fields: {
    serial: ['serialNumber'],
    user: ['user'],
    shown: ['exposure'],
    lastUsed: ['lastUsedDate'],
    expires: ['expireDate'],
    state: ['state'],
  },
})

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
        columns={[serial, user, state, shown, lastUsed, expires]}
        filters={[filter]}
        searchLabel={text('resource:grids.search')}
        sort={firstSort}
        rowId={rowId}
        rowName={rowName}
        rowActions={actionsOf}
        tools={tools}
        empty={{
          title: text('resource:grids.emptyAssigned'),
          text: text('resource:grids.emptyAssignedText'),
        }}
      />
      {dialog}
    </>
  )
}
