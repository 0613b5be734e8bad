import { ListPage } from '../../../kit/ListPage.tsx'
import { useText } from '../../../lib/i18n.ts'
import type { GridCard } from '../../../pickers/grids/GridTag.tsx'
import { exportTool } from '../../../pickers/list-export/ExportButton.tsx'
import { useGridActions } from './grid-actions.tsx'
import { rowId, rowName, useGridColumns } from './grid-columns.tsx'
import { unassignedBy, unassignedQuery } from './grids.queries.ts'

const firstSort = { key: 'serial', isDescending: false }

const tools = exportTool({
  list: 'unassignedgrids',
  body: unassignedBy,
  fields: { serial: ['serialNumber'], groups: ['groups'], created: ['createDate'] },
})

/** The cards that nobody has. */
export const UnassignedGrids = () => {
  const text = useText('resource')
  const { serial, groups, created } = useGridColumns()
  const { actionsOf, dialog } = useGridActions()
  return (
    <>
      <ListPage<GridCard>
        isPart
        title={text('resource:grids.unassigned')}
        query={unassignedQuery}
        columns={[serial, groups, created]}
        searchLabel={text('resource:grids.search')}
        sort={firstSort}
        rowId={rowId}
        rowName={rowName}
        rowActions={actionsOf}
        tools={tools}
        empty={{
          title: text('resource:grids.emptyUnassigned'),
          text: text('resource:grids.emptyUnassignedText'),
        }}
      />
      {dialog}
    </>
  )
}
