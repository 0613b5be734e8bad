import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { Children, type ReactNode } from 'react'

const list = { m: 0, p: 0, listStyle: 'none' }
const item = {
  py: 1,
  columnGap: 1.5,
  rowGap: 0.75,
  alignItems: 'center',
  flexWrap: 'wrap',
  borderTop: 1,
  borderColor: 'divider',
  '&:first-of-type': { borderTop: 0 },
}

/** On a phone, what is said of an item stands above its status rather than squeezed beside it. */
const words = { flex: '1 1 180px', minWidth: 0, overflowWrap: 'anywhere' } as const

const states = { flexShrink: 0, maxWidth: '100%', flexWrap: 'wrap', alignItems: 'center' } as const

interface ItemListProps {
  /** Shown in the place of the list when it has no item. */
  readonly empty: string
  readonly children: readonly ReactNode[]
}

/** A short list inside a section: too few entries for a table. */
export const ItemList = ({ empty, children }: ItemListProps) =>
  Children.count(children) === 0 ? (
    <Typography variant="body2" sx={{ color: 'text.secondary' }}>
      {empty}
    </Typography>
  ) : (
    <Box component="ul" sx={list}>
      {children}
    </Box>
  )

interface ItemProps {
  readonly title: ReactNode
  /** Under the title: dates, where from. */
  readonly detail?: ReactNode
  readonly tag?: ReactNode
  readonly actions?: ReactNode
}

/** One entry: name, what is known of it, status, and what can be done with it. */
export const Item = ({ title, detail, tag, actions }: ItemProps) => (
  <Stack component="li" direction="row" sx={item}>
    <Box sx={words}>
      <Typography component="div" variant="body2" sx={{ fontWeight: 560 }}>
        {title}
      </Typography>
      {detail !== undefined && detail !== null && (
        <Typography component="div" variant="caption" sx={{ color: 'text.secondary' }}>
          {detail}
        </Typography>
      )}
    </Box>
    {(tag !== undefined || actions !== undefined) && (
      <Stack direction="row" useFlexGap spacing={1.5} sx={states}>
        {tag}
        {actions}
      </Stack>
    )}
  </Stack>
)
