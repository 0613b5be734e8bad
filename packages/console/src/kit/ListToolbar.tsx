import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import type { ExportedList } from '@signet/rules/list-exports'
import type { ReactNode } from 'react'
import { ColumnsMenu } from './ColumnsMenu.tsx'
import { FilterChips } from './FilterChips.tsx'
import type { ListState } from './list-state.ts'
import type { ListFilter } from './list-types.ts'
import { SearchBox } from './SearchBox.tsx'
import { ViewsButton } from './ViewsButton.tsx'

interface ListToolbarProps {
  readonly state: ListState
  readonly searchLabel: string | undefined
  readonly filters: readonly ListFilter[]
  readonly columns: readonly { readonly key: string; readonly title: string }[]
  readonly views: ExportedList | undefined
  readonly tools: ReactNode
}

const bar = { px: 1.5, py: 1, gap: 1, alignItems: 'center', flexWrap: 'wrap', minHeight: 52 }

/** Search, filters, saved views and columns, above the table. */
export const ListToolbar = ({
  state,
  searchLabel,
  filters,
  columns,
  ...rest
}: ListToolbarProps) => (
  <Stack direction="row" sx={bar}>
    {searchLabel !== undefined && (
      <SearchBox label={searchLabel} value={state.request.search} onSearch={state.search} />
    )}
    <FilterChips filters={filters} chosen={state.request.filters} onChoose={state.filter} />
    <Box sx={{ ml: 'auto' }}>
      {rest.views !== undefined && <ViewsButton list={rest.views} state={state} />}
      {rest.tools}
      <ColumnsMenu columns={columns} hidden={state.hidden} onChange={state.hide} />
    </Box>
  </Stack>
)
