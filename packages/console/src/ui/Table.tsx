import Box from '@mui/material/Box'
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
  useImperativeHandle,
  useMemo,
  useState,
} from 'react'
import { useLabels } from './labels.tsx'
import { TableHead, type Widths } from './TableHead.tsx'
import { SkeletonRows, TableRow } from './TableRows.tsx'
import { type TableColumn, type TableSort, tracksOf } from './table-columns.tsx'
import { useTableKeys } from './table-keys.ts'
import { tableLook } from './table-look.ts'
import { useTableSelection } from './table-selection.ts'
import type { Density } from './theme/density.ts'

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

/** Pixels. */
const heights = { compact: 36, comfortable: 44 } as const

const noneHidden: ReadonlySet<string> = new Set()

/** Custom properties of CSS, which its types do not know. */
const variables = (values: Readonly<Record<`--${string}`, string>>): CSSProperties => values

type RowEvent = MouseEvent<Element> | KeyboardEvent<Element>

/** Where a key or click is meant for what it falls on, not for the row. */
const answers = 'a, button, input, label, select, textarea, [data-control]'

/** The number of the row that an event falls on, unless on one of `others`. */
const rowAt = ({ target, currentTarget }: RowEvent, others: string): number | null => {
  // What opens above a row is drawn elsewhere, but its events pass by here.
  if (!(target instanceof Element) || !currentTarget.contains(target)) return null
  const at = target.closest('tr')?.dataset.at
  return at === undefined || target.closest(others) !== null ? null : Number(at)
}

const isTextMarked = (): boolean => document.getSelection()?.type === 'Range'

type Select = (at: number, isRange: boolean) => void

/** A row opens on click and Enter; Space selects it, with Shift all up to it. */
const useTableEvents = <Row,>({ rows, onOpen }: TableProps<Row>, select: Select | undefined) => {
  const { table, move, focusRow, handleFocus } = useTableKeys()
  const open = (event: RowEvent): void => {
    const row = rows[rowAt(event, answers) ?? -1]
    if (row !== undefined) onOpen?.(row)
  }
  const handleKeyDown = (event: KeyboardEvent<HTMLTableElement>): void => {
    if (move(event)) return
    if (event.key === 'Enter') open(event)
    const at = event.key === ' ' ? rowAt(event, 'button, input, select, textarea') : null
    if (at === null) return
    event.preventDefault()
    select?.(at, event.shiftKey)
  }
  const handleClick = (event: MouseEvent<HTMLTableElement>): void => {
    if (!isTextMarked()) open(event)
  }
  return { table, focusRow, onFocus: handleFocus, onClick: handleClick, onKeyDown: handleKeyDown }
}

const useLayout = <Row,>({ columns, hiddenColumns = noneHidden, ...props }: TableProps<Row>) => {
  const [widths, setWidths] = useState<Widths>(null)
  const shown = useMemo(
    () => columns.filter(({ key }) => !hiddenColumns.has(key)),
    [columns, hiddenColumns],
  )
  const isSelectable = props.selection !== undefined
  const hasActions = props.actions !== undefined
  const { template, minWidth } = tracksOf(shown, { isSelectable, hasActions, widths })
  return {
    shown,
    onResize: (next: Widths) => setWidths(next && new Map([...(widths ?? []), ...next])),
    hasActions,
    frame: variables({ '--row': `${heights[props.density]}px` }),
    inner: { ...variables({ '--tracks': template }), minWidth },
  }
}

interface BodyProps<Row> extends Pick<TableProps<Row>, 'rows' | 'columns'> {
  readonly actions: TableProps<Row>['actions']
  readonly ids: readonly string[]
  readonly selection: ReturnType<typeof useTableSelection>
}

const Body = <Row,>({ rows, ids, selection, ...row }: BodyProps<Row>) => (
  <tbody role="rowgroup">
    {rows.map((one, at) => (
      <TableRow<Row>
        key={ids[at]}
        row={one}
        at={at}
        isSelected={selection === null ? null : selection.ids.has(ids[at] ?? '')}
        onSelect={selection?.select}
        {...row}
      />
    ))}
  </tbody>
)

/** Rows of 36 px, sorted and paged by the server; a row opens on click, its box selects it. */
export const Table = <Row,>(props: TableProps<Row>) => {
  const { label, rows, rowId, actions, onOpen, ref, sort, onSort, isLoading = false } = props
  const { loading } = useLabels()
  const ids = useMemo(() => rows.map(rowId), [rows, rowId])
  const selection = useTableSelection(ids, props)
  const { shown, onResize, hasActions, frame, inner } = useLayout(props)
  const { table, focusRow, ...handlers } = useTableEvents(props, selection?.select)
  useImperativeHandle(ref, () => ({ focusRow }))
  return (
    <Box sx={tableLook} style={frame}>
      {isLoading && <div role="progressbar" aria-label={loading} />}
      <div data-scroller>
        <table
          ref={table}
          role="grid"
          aria-label={label}
          aria-busy={isLoading}
          aria-multiselectable={selection !== null}
          data-opens={onOpen !== undefined}
          style={inner}
          {...handlers}
        >
          <TableHead columns={shown} {...{ sort, onSort, onResize, selection, hasActions }} />
          {isLoading && rows.length === 0 ? (
            <SkeletonRows columns={shown} isSelectable={selection !== null} />
          ) : (
            <Body columns={shown} {...{ rows, ids, selection, actions }} />
          )}
        </table>
      </div>
    </Box>
  )
}
