import { type RefObject, useRef } from 'react'
import type { TableHandle } from '../ui/Table.tsx'
import { searchBoxId } from './SearchBox.tsx'
import { useShortcuts } from './shortcuts.ts'

interface RowDeeds<Row> {
  readonly open: ((row: Row) => void) | undefined
  readonly toggle: (row: Row) => void
}

/** `j` and `k` move from row to row, `x` selects, `o` opens. */
export const useRowKeys = <Row>(
  rows: readonly Row[],
  { open, toggle }: RowDeeds<Row>,
): RefObject<TableHandle | null> => {
  const table = useRef<TableHandle>(null)
  const at = useRef(-1)
  const move = (step: 1 | -1): void => {
    at.current = Math.min(Math.max(at.current + step, 0), rows.length - 1)
    table.current?.focusRow(at.current)
  }
  const withRow = (deed: (row: Row) => void): void => {
    const row = rows[at.current]
    if (row !== undefined) deed(row)
  }
  useShortcuts({
    j: () => move(1),
    k: () => move(-1),
    x: () => withRow(toggle),
    o: () => withRow((row) => open?.(row)),
    '/': (event) => {
      const box = document.getElementById(searchBoxId)
      if (box === null) return
      event.preventDefault()
      box.focus()
    },
  })
  return table
}
