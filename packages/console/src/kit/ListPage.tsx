import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { isSupportTab } from '../session/support-tab.ts'
import { PageHeader } from '../ui/Page.tsx'
import { BulkBar } from './BulkBar.tsx'
import { ListTable } from './ListTable.tsx'
import { ListToolbar } from './ListToolbar.tsx'
import { type ListState, useListState } from './list-state.ts'
import type { ListDefinition, ListPageResult } from './list-types.ts'
import { useDefaultView } from './list-views.ts'
import { NoRows } from './NoRows.tsx'
import { Pager } from './Pager.tsx'
import { Failure } from './QueryView.tsx'
import { useSelection } from './selection.ts'

const nothing: readonly never[] = []

/** Where the page has a height of its own, the rows take what is left of it. */
const column = { display: 'flex', flexDirection: 'column', minHeight: 0 } as const
const frame = {
  ...column,
  overflow: 'hidden',
  '& > *': { flexShrink: 0 },
  '& > [data-rows]': { flexShrink: 1 },
} as const

/** Without an order that the list does not have: saved views of an earlier release may name one. */
const sortable = <Row,>(state: ListState, { sort, columns }: ListDefinition<Row>): ListState => {
  const key = state.request.sort?.key
  const isKnown = columns.some((each) => each.key === key && each.isSortable)
  if (key === undefined || key === sort?.key || isKnown) return state
  return { ...state, request: { ...state.request, sort: sort ?? null } }
}

/** A list of the console: search, filters, columns, selection, keyset pages; all in the address. */
export const ListPage = <Row,>(list: ListDefinition<Row>) => {
  const state = sortable(useListState(list.sort ?? null), list)
  // Views are kept for users, and a provider is none.
  const views = isSupportTab() ? undefined : list.views
  const isEntering = useDefaultView(views, state)
  const { data, error, isPending, isFetching, refetch } = useQuery<ListPageResult<Row>>({
    ...list.query(state.request),
    placeholderData: keepPreviousData,
    ...(isEntering ? { enabled: false } : {}),
  })
  const rows = data?.results ?? nothing
  const selection = useSelection(state.request, data, list)
  const { searchLabel, filters = nothing, columns } = list
  const tools = list.tools?.(state)
  const toolbar = <ListToolbar {...{ state, searchLabel, filters, columns, views, tools }} />
  const isPaged = rows.length > 0 || state.request.cursor !== null
  const content = (): React.ReactNode => {
    if (error !== null && data === undefined) {
      return <Failure error={error} onRetry={() => void refetch()} />
    }
    if (!isPending && rows.length === 0) return <NoRows state={state} empty={list.empty} />
    const isLoading = isFetching || isEntering
    return <ListTable {...{ isLoading, list, state, rows, selection }} />
  }
  return (
    <>
      <PageHeader title={list.title} actions={list.actions} isPart={list.isPart ?? false} />
      <Paper data-list variant="outlined" sx={frame}>
        {selection.count > 0 ? <BulkBar {...selection.bar} /> : toolbar}
        <Box data-rows sx={{ ...column, borderTop: 1, borderColor: 'divider' }}>
          {content()}
        </Box>
        {isPaged && <Pager state={state} page={data} />}
      </Paper>
    </>
  )
}
