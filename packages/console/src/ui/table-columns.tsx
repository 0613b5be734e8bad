import Box from '@mui/material/Box'
import type { GridColDef } from '@mui/x-data-grid'
import type { ReactNode } from 'react'
import { visuallyHidden } from './hidden.ts'

export interface TableColumn<Row> {
  readonly key: string
  readonly title: string
  readonly render: (row: Row) => ReactNode
  /** Pixels; a column without it shares what is left. */
  readonly width?: number
  /** How much of what is left, beside others with 1; and the least it is given, in pixels. */
  readonly share?: number
  readonly minWidth?: number
  readonly isSortable?: boolean
  readonly isNumeric?: boolean
}

/** A row as the grid holds it. */
export interface TableItem<Row> {
  readonly id: string
  readonly row: Row
}

export const actionsKey = 'actions'

const oneLine = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }

/** Plain text stays on one line; what is cut off shows as a tooltip. */
const cellOf = (content: ReactNode): ReactNode =>
  typeof content === 'string' ? (
    <Box component="span" title={content} sx={oneLine}>
      {content}
    </Box>
  ) : (
    content
  )

const columnOf = <Row,>(column: TableColumn<Row>): GridColDef<TableItem<Row>> => ({
  field: column.key,
  headerName: column.title,
  sortable: column.isSortable ?? false,
  align: column.isNumeric ? 'right' : 'left',
  headerAlign: column.isNumeric ? 'right' : 'left',
  ...(column.width === undefined
    ? { flex: column.share ?? 1, minWidth: column.minWidth ?? 140 }
    : { width: column.width }),
  valueGetter: () => null,
  renderCell: ({ row }) => cellOf(column.render(row.row)),
})

/** The overflow menu of each row, and what its column is called. */
export interface RowActions<Row> {
  readonly label: string
  readonly render: (row: Row) => ReactNode
}

const actionColumn = <Row,>(actions: RowActions<Row>): GridColDef<TableItem<Row>> => ({
  field: actionsKey,
  headerName: actions.label,
  renderHeader: () => (
    <Box component="span" sx={visuallyHidden}>
      {actions.label}
    </Box>
  ),
  sortable: false,
  resizable: false,
  hideable: false,
  width: 48,
  align: 'center',
  renderCell: ({ row }) => actions.render(row.row),
})

/** Our columns as the grid's, the overflow menu last. */
export const gridColumns = <Row,>(
  columns: readonly TableColumn<Row>[],
  actions: RowActions<Row> | undefined,
): GridColDef<TableItem<Row>>[] => {
  const shown = columns.map(columnOf)
  return actions === undefined ? shown : [...shown, actionColumn(actions)]
}
