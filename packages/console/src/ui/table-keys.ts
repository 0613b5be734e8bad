import { type FocusEvent, type KeyboardEvent, useLayoutEffect, useRef } from 'react'

const controls =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex]'
const typing = 'input:not([type="checkbox"], [type="radio"]), select, textarea'

/** How many rows Page Up and Page Down pass. */
const pageRows = 10

type Cell = HTMLTableCellElement

/** Where the keyboard stops in a cell: at its controls, else at the cell itself. */
const stopsOf = (cell: Cell): HTMLElement[] => {
  const inside = [...cell.querySelectorAll<HTMLElement>(controls)]
  return inside.length > 0 ? inside : [cell]
}

/** Its header and its rows, without those that only stand for rows on their way. */
const rowsOf = (table: HTMLTableElement): HTMLTableRowElement[] =>
  [...table.rows].filter((row) => row.closest('[aria-hidden="true"]') === null)

const within = (at: number, count: number): number => Math.min(Math.max(at, 0), count - 1)

const rowSteps: Readonly<Record<string, number>> = {
  ArrowUp: -1,
  ArrowDown: 1,
  PageUp: -pageRows,
  PageDown: pageRows,
}

/** The stop in the row of `cell` that a key leads to; null when it is no key of this kind. */
const alongRow = (cell: Cell, from: Element, key: string): HTMLElement | null => {
  const stops = [...(cell.parentElement?.children ?? [])].flatMap((one) =>
    one instanceof HTMLTableCellElement ? stopsOf(one) : [],
  )
  const at = stops.findIndex((stop) => stop === from || stop.contains(from))
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: at - 1,
    ArrowRight: at + 1,
    Home: 0,
    End: stops.length - 1,
  }
  const next = steps[key]
  return next === undefined ? null : (stops[within(next, stops.length)] ?? null)
}

const alongColumn = (table: HTMLTableElement, cell: Cell, key: string): HTMLElement | null => {
  const step = rowSteps[key]
  if (step === undefined) return null
  const rows = rowsOf(table)
  const at = rows.findIndex((row) => row.contains(cell))
  const next = rows[within(at + step, rows.length)]?.cells[cell.cellIndex]
  return next === undefined ? null : (stopsOf(next)[0] ?? null)
}

const corner = (table: HTMLTableElement, key: string): HTMLElement | null => {
  if (key !== 'Home' && key !== 'End') return null
  const end = key === 'Home' ? 0 : -1
  const cell = rowsOf(table).at(end)?.cells
  const last = cell?.[key === 'Home' ? 0 : cell.length - 1]
  return last === undefined ? null : (stopsOf(last).at(end) ?? null)
}

/** Where a key leads within the table (WAI-ARIA Authoring Practices, grid); null: nowhere. */
const target = (event: KeyboardEvent<HTMLTableElement>): HTMLElement | null => {
  const { currentTarget: table, target: from, key, ctrlKey } = event
  const isOther = event.altKey || event.metaKey || event.shiftKey || event.defaultPrevented
  if (isOther || !(from instanceof HTMLElement) || from.matches(typing)) return null
  // What opens above a cell is drawn elsewhere, but its keys pass by here.
  const cell = table.contains(from) ? from.closest<Cell>('td, th') : null
  if (cell === null) return null
  if (ctrlKey) return corner(table, key)
  return alongColumn(table, cell, key) ?? alongRow(cell, from, key)
}

/**
 * One stop of the Tab key for the whole table, which the arrow keys, Home, End, Page Up and Page
 * Down move (WAI-ARIA Authoring Practices, grid).
 */
export const useTableKeys = () => {
  const table = useRef<HTMLTableElement>(null)
  const stop = useRef<HTMLElement | null>(null)
  // After each render: rows bring controls that are stops of their own.
  useLayoutEffect(() => {
    if (table.current === null) return
    if (stop.current?.isConnected !== true) {
      const first = rowsOf(table.current)[0]?.cells[0]
      stop.current = first === undefined ? null : (stopsOf(first)[0] ?? null)
    }
    for (const control of table.current.querySelectorAll<HTMLElement>(controls)) {
      const tabIndex = control === stop.current ? 0 : -1
      if (control.tabIndex !== tabIndex) control.tabIndex = tabIndex
    }
  })
  const handleFocus = ({ currentTarget, target: focused }: FocusEvent<HTMLTableElement>): void => {
    if (!currentTarget.contains(focused)) return
    if (stop.current !== null) stop.current.tabIndex = -1
    stop.current = focused
    focused.tabIndex = 0
  }
  /** Moves; true when the key was one of the table's. */
  const move = (event: KeyboardEvent<HTMLTableElement>): boolean => {
    const next = target(event)
    if (next === null) return false
    event.preventDefault()
    next.focus()
    return true
  }
  const focusRow = (at: number): void => {
    const head = table.current?.querySelector<Cell>(`tr[data-at="${at}"] > [scope="row"]`)
    if (head !== null && head !== undefined) stopsOf(head)[0]?.focus()
  }
  return { table, handleFocus, move, focusRow }
}
