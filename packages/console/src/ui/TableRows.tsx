import Checkbox from '@mui/material/Checkbox'
import Skeleton from '@mui/material/Skeleton'
import { type ReactNode, useMemo } from 'react'
import { useLabels } from './labels.tsx'
import { cellContent, type TableColumn } from './table-columns.tsx'

interface RowProps<Row> {
  readonly row: Row
  readonly at: number
  readonly columns: readonly TableColumn<Row>[]
  readonly actions: ((row: Row) => ReactNode) | undefined
  /** Null: rows cannot be selected. */
  readonly isSelected: boolean | null
  readonly onSelect: ((at: number, isRange: boolean) => void) | undefined
}

interface CellProps<Row> extends Pick<RowProps<Row>, 'row'> {
  readonly column: TableColumn<Row>
  /** The first cell names its row. */
  readonly isFirst: boolean
}

const Cell = <Row,>({ column, row, isFirst }: CellProps<Row>) => {
  const content = cellContent(column.render(row))
  const common = { tabIndex: -1, 'data-numeric': column.isNumeric ?? false }
  return isFirst ? (
    <th role="rowheader" scope="row" {...common}>
      {content}
    </th>
  ) : (
    <td role="gridcell" {...common}>
      {content}
    </td>
  )
}

const isWithShift = (event: Event): boolean => event instanceof MouseEvent && event.shiftKey

/** One row: its box, its cells, its menu. */
export const TableRow = <Row,>(props: RowProps<Row>) => {
  const { row, at, columns, actions, isSelected, onSelect } = props
  const { selectRow } = useLabels()
  // Kept while only the selection changes: that is one box, not a page of cells.
  const cells = useMemo(
    () =>
      columns.map((column, place) => (
        <Cell<Row> key={column.key} column={column} row={row} isFirst={place === 0} />
      )),
    [columns, row],
  )
  const menu = useMemo(() => actions?.(row), [actions, row])
  return (
    <tr role="row" data-at={at} {...(isSelected === null ? {} : { 'aria-selected': isSelected })}>
      {isSelected !== null && (
        <td role="gridcell" data-control>
          <Checkbox
            checked={isSelected}
            onChange={({ nativeEvent }) => onSelect?.(at, isWithShift(nativeEvent))}
            slotProps={{ input: { 'aria-label': selectRow } }}
          />
        </td>
      )}
      {cells}
      {actions !== undefined && (
        <td role="gridcell" data-control tabIndex={-1}>
          {menu}
        </td>
      )}
    </tr>
  )
}

const skeletonRows = Array.from({ length: 8 }, (_, at) => at)

interface SkeletonRowsProps {
  readonly columns: readonly { readonly key: string }[]
  readonly isSelectable: boolean
}

/** Rows on their way. */
export const SkeletonRows = ({ columns, isSelectable }: SkeletonRowsProps) => (
  <tbody aria-hidden="true">
    {skeletonRows.map((at) => (
      <tr key={at}>
        {isSelectable && (
          <td data-control>
            <Skeleton variant="rounded" width={16} height={16} />
          </td>
        )}
        {columns.map(({ key }, place) => (
          <td key={key}>
            <Skeleton variant="text" width={`${75 - ((at + place) % 3) * 15}%`} />
          </td>
        ))}
      </tr>
    ))}
  </tbody>
)
