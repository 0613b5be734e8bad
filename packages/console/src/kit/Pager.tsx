import ChevronLeft from '@mui/icons-material/ChevronLeft'
import ChevronRight from '@mui/icons-material/ChevronRight'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import NativeSelect from '@mui/material/NativeSelect'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useText } from '../lib/i18n.ts'
import { pageSizes } from '../lib/preferences.ts'
import type { ListState } from './list-state.ts'
import type { ListPageResult } from './list-types.ts'

interface PagerProps {
  readonly state: ListState
  readonly page: ListPageResult<unknown> | undefined
}

const bar = {
  px: 1.5,
  py: 0.5,
  gap: 2,
  alignItems: 'center',
  justifyContent: 'flex-end',
  flexWrap: 'wrap',
  borderTop: 1,
  borderColor: 'divider',
  color: 'text.secondary',
  fontSize: '0.8125rem',
}

const PageSize = ({ state }: Pick<PagerProps, 'state'>) => {
  const text = useText()
  const resize = (chosen: string): void => {
    const limit = pageSizes.find((size) => String(size) === chosen)
    if (limit !== undefined) state.resize(limit)
  }
  return (
    <Box component="label" sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
      {text('common:list.rows')}
      <NativeSelect
        disableUnderline
        value={state.request.limit}
        onChange={(event) => resize(event.target.value)}
        sx={{ font: 'inherit', color: 'inherit' }}
      >
        {pageSizes.map((size) => (
          <option key={size}>{size}</option>
        ))}
      </NativeSelect>
    </Box>
  )
}

/**
 * Where in the list we are, and the way on: by cursors, so that page 1,000 is as quick as the
 * first.
 */
export const Pager = ({ state, page }: PagerProps) => {
  const text = useText()
  const { from, request } = state
  const shown = page?.results.length ?? 0
  const { total = 0, estimated = false, nextCursor = null, prevCursor = null } = page?.paging ?? {}
  const range = { from: shown === 0 ? 0 : from, to: shown === 0 ? 0 : from + shown - 1, total }
  const back = (): void => state.goTo(prevCursor ?? '', Math.max(1, from - request.limit))
  const on = (): void => state.goTo(nextCursor ?? '', from + shown)
  return (
    <Stack direction="row" sx={bar}>
      <PageSize state={state} />
      <Typography variant="body2" role="status">
        {text(estimated ? 'common:list.positionAbout' : 'common:list.position', range)}
      </Typography>
      <Box>
        <IconButton
          aria-label={text('common:list.previous')}
          disabled={prevCursor === null}
          onClick={back}
        >
          <ChevronLeft fontSize="small" />
        </IconButton>
        <IconButton
          aria-label={text('common:list.next')}
          disabled={nextCursor === null}
          onClick={on}
        >
          <ChevronRight fontSize="small" />
        </IconButton>
      </Box>
    </Stack>
  )
}
