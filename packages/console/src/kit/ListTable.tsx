import Link from '@mui/material/Link'
import { type ReactNode, useCallback, useMemo } from 'react'
import { Link as RouterLink, useNavigate } from 'react-router'
import { useText } from '../lib/i18n.ts'
import { usePreferences } from '../lib/preferences.ts'
import { ActionMenu } from '../ui/ActionMenu.tsx'
import { Table } from '../ui/Table.tsx'
import type { TableColumn } from '../ui/table-columns.tsx'
import type { ListState } from './list-state.ts'
import type { ListDefinition } from './list-types.ts'
import { useRowKeys } from './row-keys.ts'

interface RowLinking<Row> {
  readonly rowLink: ((row: Row) => string) | undefined
  readonly rowMark: ((row: Row) => ReactNode) | undefined
}

/** The first column links to the row's page: a real link, so that it opens in a new tab, too. */
const withLink = <Row,>(
  columns: readonly TableColumn<Row>[],
  { rowLink, rowMark }: RowLinking<Row>,
): readonly TableColumn<Row>[] => {
  const [first, ...rest] = columns
  if (first === undefined || rowLink === undefined) return columns
  const render = (row: Row) => (
    <>
      <Link component={RouterLink} to={rowLink(row)} noWrap sx={{ fontWeight: 560 }}>
        {first.render(row)}
      </Link>
      {rowMark && <> {rowMark(row)}</>}
    </>
  )
  return [{ ...first, render }, ...rest]
}

interface ListTableProps<Row> {
  readonly list: ListDefinition<Row>
  readonly state: ListState
  readonly rows: readonly Row[]
  readonly isLoading: boolean
  readonly selection: {
    readonly ids: ReadonlySet<string>
    readonly select: (ids: ReadonlySet<string>) => void
    readonly toggle: (id: string) => void
  }
}

/** The rows of a list, with their links, menus and keys. */
export const ListTable = <Row,>(props: ListTableProps<Row>) => {
  const { list, state, rows, isLoading, selection } = props
  const { rowId, rowLink, rowMark, rowActions, rowName } = list
  const text = useText()
  const navigate = useNavigate()
  const { density } = usePreferences()
  const columns = useMemo(
    () => withLink(list.columns, { rowLink, rowMark }),
    [list.columns, rowLink, rowMark],
  )
  const open = rowLink && ((row: Row) => void navigate(rowLink(row)))
  const table = useRowKeys(rows, { open, toggle: (row) => selection.toggle(rowId(row)) })
  const menu = useCallback(
    (row: Row) => (
      <ActionMenu
        actions={rowActions?.(row) ?? []}
        label={text('common:list.rowActions', { name: rowName(row) })}
      />
    ),
    [rowActions, rowName, text],
  )
  const isSelectable = list.bulkActions !== undefined
  return (
    <Table
      ref={table}
      label={list.title}
      rows={rows}
      rowId={rowId}
      columns={columns}
      hiddenColumns={state.hidden}
      sort={state.request.sort}
      onSort={state.sortBy}
      density={density}
      isLoading={isLoading}
      onOpen={open}
      actions={rowActions && menu}
      {...(isSelectable ? { selection: selection.ids, onSelect: selection.select } : {})}
    />
  )
}
