import ArrowUpward from '@mui/icons-material/ArrowUpward'
import Checkbox from '@mui/material/Checkbox'
import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { visuallyHidden } from './hidden.ts'
import { useLabels } from './labels.tsx'
import type { TableColumn, TableSort } from './table-columns.tsx'

type HeadColumn = Pick<
  TableColumn<never>,
  'key' | 'title' | 'isSortable' | 'isNumeric' | 'timeZone'
>

const leastWidth = 50
/** Pixels that a key makes a column wider or narrower. */
const keyStep = 16

/** Pixels by column; null: as wide as they were at first. */
export type Widths = ReadonlyMap<string, number> | null

interface ResizeProps {
  readonly onResize: (widths: Widths) => void
}

/** The width of the column under `head`, and of those before it, which stay where they are. */
const resized = (head: Element, width: number): Widths => {
  const heads = [...(head.parentElement?.querySelectorAll<HTMLElement>('[data-column]') ?? [])]
  return new Map(
    heads
      .slice(0, heads.findIndex((one) => one === head) + 1)
      .map((one) => [
        one.dataset.column ?? '',
        one === head ? Math.max(leastWidth, Math.round(width)) : one.getBoundingClientRect().width,
      ]),
  )
}

/** Pulls the right edge of a column; a double click gives the first widths back. */
const Edge = ({ onResize }: ResizeProps) => {
  /** From where the pointer took hold to the edge, in pixels. */
  const reach = useRef(0)
  const handleGrip = ({ currentTarget, pointerId, clientX }: PointerEvent<HTMLElement>): void => {
    currentTarget.setPointerCapture(pointerId)
    reach.current = currentTarget.getBoundingClientRect().right - clientX
  }
  const handlePull = ({ currentTarget, pointerId, clientX }: PointerEvent<HTMLElement>): void => {
    const head = currentTarget.closest('th')
    if (head === null || !currentTarget.hasPointerCapture(pointerId)) return
    onResize(resized(head, clientX + reach.current - head.getBoundingClientRect().left))
  }
  return (
    <span
      data-edge
      aria-hidden
      onPointerDown={handleGrip}
      onPointerMove={handlePull}
      onDoubleClick={() => onResize(null)}
    />
  )
}

/** Ascending, then descending, then as the list comes. */
const nextSort = (key: string, sort: TableSort | null): TableSort | null => {
  if (sort?.key !== key) return { key, isDescending: false }
  return sort.isDescending ? null : { key, isDescending: true }
}

const directionOf = (key: string, sort: TableSort | null) => {
  if (sort?.key !== key) return 'none'
  return sort.isDescending ? 'descending' : 'ascending'
}

/** The title, and below it the zone of a column of times. */
const HeadText = ({ column: { title, timeZone } }: { readonly column: HeadColumn }) => (
  <span data-text title={timeZone === undefined ? title : `${title} (${timeZone})`}>
    {title}
    {timeZone !== undefined && (
      <>
        {' '}
        <span data-zone>{timeZone}</span>
      </>
    )}
  </span>
)

interface ColumnHeadProps extends ResizeProps {
  readonly column: HeadColumn
  readonly sort: TableSort | null
  readonly onSort: (sort: TableSort | null) => void
}

const ColumnHead = ({ column, sort, onSort, onResize }: ColumnHeadProps) => {
  const { key, isSortable = false, isNumeric = false } = column
  const handleKey = (event: KeyboardEvent<HTMLElement>): void => {
    const step = { ArrowLeft: -keyStep, ArrowRight: keyStep }[event.key]
    if (step === undefined || !event.shiftKey) return
    event.preventDefault()
    onResize(resized(event.currentTarget, event.currentTarget.offsetWidth + step))
  }
  return (
    <th
      role="columnheader"
      scope="col"
      tabIndex={-1}
      data-column={key}
      data-numeric={isNumeric}
      onKeyDown={handleKey}
      {...(isSortable ? { 'aria-sort': directionOf(key, sort) } : {})}
    >
      {isSortable ? (
        <button type="button" onClick={() => onSort(nextSort(key, sort))}>
          <HeadText column={column} />
          <ArrowUpward aria-hidden fontSize="inherit" />
        </button>
      ) : (
        <HeadText column={column} />
      )}
      <Edge onResize={onResize} />
    </th>
  )
}

interface AllRowsProps {
  readonly selected: 'none' | 'some' | 'all'
  /** Selects every row, or takes the selection off all. */
  readonly selectAll: (isSelected: boolean) => void
}

const AllRows = ({ selected, selectAll }: AllRowsProps) => {
  const { selectAllRows } = useLabels()
  return (
    <th role="columnheader" scope="col" data-control>
      <Checkbox
        checked={selected === 'all'}
        indeterminate={selected === 'some'}
        onChange={() => selectAll(selected === 'none')}
        slotProps={{ input: { 'aria-label': selectAllRows } }}
      />
    </th>
  )
}

interface TableHeadProps extends Omit<ColumnHeadProps, 'column'> {
  readonly columns: readonly HeadColumn[]
  readonly selection: AllRowsProps | null
  readonly hasActions: boolean
}

/** The header of a table: sorts by its buttons, selects all, pulls columns wider. */
export const TableHead = ({ columns, selection, hasActions, ...column }: TableHeadProps) => {
  const { moreActions } = useLabels()
  return (
    <thead role="rowgroup">
      <tr role="row">
        {selection !== null && (
          <AllRows selected={selection.selected} selectAll={selection.selectAll} />
        )}
        {columns.map((one) => (
          <ColumnHead key={one.key} column={one} {...column} />
        ))}
        {hasActions && (
          <th role="columnheader" scope="col" data-control tabIndex={-1}>
            <span style={visuallyHidden}>{moreActions}</span>
          </th>
        )}
      </tr>
    </thead>
  )
}
