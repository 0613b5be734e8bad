import Box from '@mui/material/Box'
import {
  DataGrid,
  type DataGridProps,
  GRID_CHECKBOX_SELECTION_FIELD,
  type GridRowSelectionModel,
  useGridApiRef,
} from '@mui/x-data-grid'
import { type ReactNode, type Ref, useImperativeHandle, useMemo } from 'react'
import { type UiLabels, useLabels } from './labels.tsx'
import { actionsKey, gridColumns, type TableColumn, type TableItem } from './table-columns.tsx'
import { tableLook } from './table-look.ts'
import type { Density } from './theme/density.ts'
import { pageNonce } from './theme/page-nonce.ts'

export interface TableSort {
  readonly key: string
  readonly isDescending: boolean
}

/** Moves in the table by keys that the page listens for. */
export interface TableHandle {
  readonly focusRow: (at: number) => void
}

interface TableProps<Row> {
  readonly label: string
  readonly rows: readonly Row[]
  readonly rowId: (row: Row) => string
  readonly columns: readonly TableColumn<Row>[]
  readonly hiddenColumns?: ReadonlySet<string>
  readonly sort: TableSort | null
  readonly onSort: (sort: TableSort | null) => void
  /** Absent: rows cannot be selected. */
  readonly selection?: ReadonlySet<string>
  readonly onSelect?: (selection: ReadonlySet<string>) => void
  readonly onOpen?: ((row: Row) => void) | undefined
  /** The overflow menu of a row. */
  readonly actions?: ((row: Row) => ReactNode) | undefined
  readonly isLoading?: boolean
  readonly density: Density
  readonly ref?: Ref<TableHandle>
}

/** The community grid takes no more rows at once. */
const largestPage = 100
const heights = { compact: 36, comfortable: 44 } as const

/** Never more than what does not change: pages and order are the server's. */
const fixed = {
  hideFooter: true,
  disableColumnMenu: true,
  disableColumnFilter: true,
  disableRowSelectionOnClick: true,
  paginationMode: 'server',
  rowCount: -1,
  pageSizeOptions: [largestPage],
  paginationModel: { page: 0, pageSize: largestPage },
  sortingMode: 'server',
  slotProps: { loadingOverlay: { variant: 'linear-progress', noRowsVariant: 'skeleton' } },
} as const

const noncing = (): { nonce?: string } => {
  const nonce = pageNonce()
  return nonce === undefined ? {} : { nonce }
}

const idsOf = (model: GridRowSelectionModel, items: readonly { readonly id: string }[]) =>
  new Set(
    model.type === 'include'
      ? [...model.ids].map(String)
      : items.map(({ id }) => id).filter((id) => !model.ids.has(id)),
  )

const selecting = <Row,>(
  { selection, onSelect }: TableProps<Row>,
  items: readonly TableItem<Row>[],
): Partial<DataGridProps> => ({
  checkboxSelection: selection !== undefined,
  rowSelectionModel: { type: 'include', ids: new Set(selection) },
  onRowSelectionModelChange: (model) => onSelect?.(idsOf(model, items)),
})

const sorting = <Row,>({ sort, onSort }: TableProps<Row>): Partial<DataGridProps> => ({
  sortModel: sort === null ? [] : [{ field: sort.key, sort: sort.isDescending ? 'desc' : 'asc' }],
  onSortModelChange: ([next]) =>
    onSort(next === undefined ? null : { key: next.field, isDescending: next.sort === 'desc' }),
})

/** A click on a row opens it; its box and its menu do what they are for. */
const opening = <Row,>({ onOpen }: TableProps<Row>): Partial<DataGridProps<TableItem<Row>>> => ({
  onCellClick: ({ field, row }) => {
    if (field !== actionsKey && field !== GRID_CHECKBOX_SELECTION_FIELD) onOpen?.(row.row)
  },
  onCellKeyDown: ({ field, row }, event) => {
    const isControl = field === actionsKey || field === GRID_CHECKBOX_SELECTION_FIELD
    if (event.key === 'Enter' && !isControl) onOpen?.(row.row)
  },
})

const wordsOf = (labels: UiLabels) => ({
  checkboxSelectionSelectRow: labels.selectRow,
  checkboxSelectionSelectAllRows: labels.selectAllRows,
  columnHeaderSortIconLabel: labels.sort,
})

/** Rows of 36 px, sorted and paged by the server; a row opens on click, its box selects it. */
export const Table = <Row,>(props: TableProps<Row>) => {
  const { rows, rowId, columns, actions, density, ref } = props
  const grid = useGridApiRef()
  const labels = useLabels()
  const items = useMemo(() => rows.map((row) => ({ id: rowId(row), row })), [rows, rowId])
  const { moreActions } = labels
  const shown = useMemo(
    () => gridColumns(columns, actions && { label: moreActions, render: actions }),
    [columns, actions, moreActions],
  )
  useImperativeHandle(ref, () => ({
    focusRow: (at) => {
      const [first] = columns
      const item = items[at]
      if (item !== undefined && first !== undefined) grid.current?.setCellFocus(item.id, first.key)
    },
  }))
  const hidden = [...(props.hiddenColumns ?? [])].map((key) => [key, false])
  return (
    <Box sx={tableLook}>
      <DataGrid<TableItem<Row>>
        {...fixed}
        {...noncing()}
        apiRef={grid}
        label={props.label}
        rows={items}
        columns={shown}
        rowHeight={heights[density]}
        columnHeaderHeight={heights[density]}
        columnVisibilityModel={Object.fromEntries(hidden)}
        loading={props.isLoading ?? false}
        localeText={wordsOf(labels)}
        {...selecting(props, items)}
        {...sorting(props)}
        {...opening(props)}
      />
    </Box>
  )
}
