import { optionsOf } from '../../../kit/fields.ts'
import { ListPage } from '../../../kit/ListPage.tsx'
import type { ListDefinition } from '../../../kit/list-types.ts'
import { useText } from '../../../lib/i18n.ts'
import type { GridCard } from '../../../pickers/grids/GridTag.tsx'
import { exportTool } from '../../../pickers/list-export/ExportButton.tsx'
import { useGridActions } from './grid-actions.tsx'
import { rowId, rowName, useGridColumns } from './grid-columns.tsx'
import {
  assignedBy,
  assignedQuery,
  assignedStates,
  unassignedBy,
  unassignedQuery,
} from './grids.queries.ts'

const firstSort = { key: 'serial', isDescending: false }

const assignedTools = exportTool({
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

const unassignedTools = exportTool({
  list: 'unassignedgrids',
  body: unassignedBy,
  fields: { serial: ['serialNumber'], groups: ['groups'], created: ['createDate'] },
})

interface GridListProps
  extends Pick<ListDefinition<GridCard>, 'query' | 'columns' | 'filters' | 'views' | 'tools'> {
  readonly of: 'Assigned' | 'Unassigned'
}

const GridList = ({ of, ...list }: GridListProps) => {
  const text = useText('resource')
  const { actionsOf, dialog } = useGridActions()
  return (
    <>
      <ListPage<GridCard>
        isPart
        title={text(`resource:grids.${of === 'Assigned' ? 'assigned' : 'unassigned'}`)}
        searchLabel={text('resource:grids.search')}
        sort={firstSort}
        {...{ rowId, rowName }}
        rowActions={actionsOf}
        {...list}
        empty={{
          title: text(`resource:grids.empty${of}`),
          text: text(`resource:grids.empty${of}Text`),
        }}
      />
      {dialog}
    </>
  )
}

/** The cards that people have. */
export const AssignedGrids = () => {
  const text = useText('resource', 'authenticators')
  const { serial, user, shown, lastUsed, expires, state } = useGridColumns()
  const filter = {
    key: 'state',
    label: text('resource:grids.columns.state'),
    options: optionsOf(assignedStates, (value) => text(`authenticators:cards.state.${value}`)),
  }
  return (
    <GridList
      of="Assigned"
      query={assignedQuery}
      columns={[serial, user, state, shown, lastUsed, expires]}
      filters={[filter]}
      views="assignedgrids"
      tools={assignedTools}
    />
  )
}

/** The cards that nobody has. */
export const UnassignedGrids = () => {
  const { serial, groups, created } = useGridColumns()
  return (
    <GridList
      of="Unassigned"
      query={unassignedQuery}
      columns={[serial, groups, created]}
      views="unassignedgrids"
      tools={unassignedTools}
    />
  )
}
