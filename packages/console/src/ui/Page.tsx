import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { type ReactNode, useId } from 'react'

interface PageHeaderProps {
  readonly title: ReactNode
  /** Beside the title: a status. */
  readonly tag?: ReactNode
  /** Under the title: an id, a sentence. */
  readonly detail?: ReactNode
  readonly actions?: ReactNode
  /** Whether it stands under the header of a page, as in a tab. */
  readonly isPart?: boolean
}

/** The top of every screen: its name, what can be done here. */
export const PageHeader = ({ title, tag, detail, actions, isPart = false }: PageHeaderProps) => (
  <Stack
    direction="row"
    sx={{
      alignItems: 'flex-start',
      justifyContent: 'space-between',
      gap: 2,
      flexWrap: 'wrap',
      mb: 2,
    }}
  >
    <Box sx={{ minWidth: 0 }}>
      <Stack direction="row" sx={{ alignItems: 'center', gap: 1.25, minHeight: 32 }}>
        <Typography
          component={isPart ? 'h2' : 'h1'}
          variant={isPart ? 'h2' : 'h1'}
          sx={{ overflowWrap: 'anywhere' }}
        >
          {title}
        </Typography>
        {tag}
      </Stack>
      {detail !== undefined && (
        <Typography component="div" variant="body2" color="textSecondary">
          {detail}
        </Typography>
      )}
    </Box>
    {actions !== undefined && (
      <Stack direction="row" useFlexGap spacing={1} sx={{ maxWidth: '100%', flexWrap: 'wrap' }}>
        {actions}
      </Stack>
    )}
  </Stack>
)

interface SectionProps {
  readonly title: string
  readonly description?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** A section that has nothing to show, and nothing to do. */
const hiddenWhenEmpty = { '&:has(> :last-child:empty)': { display: 'none' } } as const

const sectionHead = {
  px: 2.5,
  pt: 2,
  columnGap: 2,
  rowGap: 1,
  alignItems: 'flex-start',
  justifyContent: 'space-between',
  flexWrap: { xs: 'wrap', sm: 'nowrap' },
} as const
const sectionActions = { flexWrap: 'wrap', flexShrink: { xs: 1, sm: 0 } } as const

/** A card with a heading: one subject of a page. It is not shown while it has no content and no actions. */
export const Section = ({ title, description, actions, children }: SectionProps) => {
  const id = useId()
  return (
    <Paper
      component="section"
      variant="outlined"
      aria-labelledby={id}
      sx={{ mb: 2, ...(actions ? {} : hiddenWhenEmpty) }}
    >
      <Stack direction="row" sx={sectionHead}>
        <Box>
          <Typography id={id} component="h2" variant="h2">
            {title}
          </Typography>
          {description !== undefined && (
            <Typography variant="body2" color="textSecondary" sx={{ mt: 0.25 }}>
              {description}
            </Typography>
          )}
        </Box>
        <Stack direction="row" useFlexGap spacing={1} sx={sectionActions}>
          {actions}
        </Stack>
      </Stack>
      <Box sx={{ px: 2.5, pt: 1.5, pb: 2.5 }}>{children}</Box>
    </Paper>
  )
}
