import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { createContext, type ReactNode, use } from 'react'

interface StateProps {
  readonly icon: ReactNode
  readonly title: string
  readonly children?: ReactNode
  readonly actions?: ReactNode
  readonly role?: 'alert' | 'status'
}

/** Whether a state stands in the place of a whole page: then its title is the page's. */
export const WholePage = createContext(false)

const Title = ({ children }: { readonly children: string }) => {
  const isWhole = use(WholePage)
  return (
    <Typography component={isWhole ? 'h1' : 'h2'} variant={isWhole ? 'h2' : 'h3'}>
      {children}
    </Typography>
  )
}

/** The middle of an area that has nothing else to show. */
export const CentredState = ({ icon, title, children, actions, role }: StateProps) => (
  <Stack
    role={role}
    spacing={1}
    sx={{ alignItems: 'center', textAlign: 'center', maxWidth: 460, mx: 'auto', py: 6, px: 2 }}
  >
    <Box
      aria-hidden
      sx={{
        display: 'grid',
        placeItems: 'center',
        width: 44,
        height: 44,
        borderRadius: '50%',
        color: 'text.secondary',
        bgcolor: 'surface.sunken',
        mb: 0.5,
      }}
    >
      {icon}
    </Box>
    <Title>{title}</Title>
    {children !== undefined && (
      <Typography
        component="div"
        variant="body2"
        color="textSecondary"
        sx={{ maxWidth: '100%', overflowWrap: 'anywhere' }}
      >
        {children}
      </Typography>
    )}
    {actions !== undefined && (
      <Stack direction="row" spacing={1} sx={{ pt: 1, flexWrap: 'wrap', justifyContent: 'center' }}>
        {actions}
      </Stack>
    )}
  </Stack>
)
