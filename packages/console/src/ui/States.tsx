import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'

interface StateProps {
  readonly icon: ReactNode
  readonly title: string
  readonly children?: ReactNode
  readonly actions?: ReactNode
  readonly role?: 'alert' | 'status'
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
    <Typography component="h2" variant="h3">
      {title}
    </Typography>
    {children !== undefined && (
      <Typography component="div" variant="body2" color="textSecondary">
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
