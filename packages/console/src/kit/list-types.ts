import type { ExportedList } from '@signet/rules/list-exports'
import type { UseQueryOptions } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { MenuAction } from '../ui/ActionMenu.tsx'
import type { Option } from '../ui/SelectInput.tsx'
import type { TableColumn, TableSort } from '../ui/table-columns.tsx'
import type { ListRequest, ListState } from './list-state.ts'

/** One page as the contract's `pageOf` answers it. */
export interface ListPageResult<Row> {
  readonly results: readonly Row[]
  readonly paging: {
    readonly total: number
    readonly estimated: boolean
    readonly nextCursor: string | null
    readonly prevCursor: string | null
  }
}

export interface ListFilter {
  readonly key: string
  readonly label: string
  readonly options: readonly Option[]
}

/** What a deed on many is done to: named rows, or everything that the list's request matches. */
export type Selection =
  | { readonly kind: 'ids'; readonly ids: readonly string[] }
  | { readonly kind: 'matching'; readonly request: ListRequest; readonly total: number }

export interface BulkAction {
  readonly label: string
  readonly icon?: ReactNode
  readonly isDestructive?: boolean
  readonly run: (selection: Selection) => void
}

export interface EmptyList {
  readonly title: string
  readonly text: string
  readonly actions?: ReactNode
}

export interface ListDefinition<Row> {
  readonly title: string
  /** Whether it is a tab of a page that has a header of its own. */
  readonly isPart?: boolean
  readonly query: (request: ListRequest) => UseQueryOptions<ListPageResult<Row>>
  readonly rowId: (row: Row) => string
  /** Names a row, for readers: `Actions for Ada`. */
  readonly rowName: (row: Row) => string
  /** The row's own page: a click opens it, the first column links to it. */
  readonly rowLink?: (row: Row) => string
  /** Follows the link in the first column and is no part of its name. */
  readonly rowMark?: (row: Row) => ReactNode
  readonly rowActions?: (row: Row) => readonly MenuAction[]
  readonly columns: readonly TableColumn<Row>[]
  readonly sort?: TableSort
  readonly filters?: readonly ListFilter[]
  readonly searchLabel?: string
  /** Its name among saved views; without one none are kept. */
  readonly views?: ExportedList
  readonly bulkActions?: readonly BulkAction[]
  /** Whether bulk actions take everything that matches, not only the rows at hand. */
  readonly takesMatching?: boolean
  /** Beside the columns in the toolbar: what can be had of the list as it shows. */
  readonly tools?: (state: ListState) => ReactNode
  /** The one thing to do here, such as the button that adds. */
  readonly actions?: ReactNode
  readonly empty: EmptyList
}
