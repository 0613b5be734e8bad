import OpenInNew from '@mui/icons-material/OpenInNewOutlined'
import StarBorder from '@mui/icons-material/StarBorderOutlined'
import Star from '@mui/icons-material/StarOutlined'
import Avatar from '@mui/material/Avatar'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Link from '@mui/material/Link'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { useText } from '../../../lib/i18n.ts'
import type { OwnApplication } from './self-applications.queries.ts'

const tile = {
  position: 'relative',
  display: 'flex',
  alignItems: 'flex-start',
  gap: 1.5,
  p: 2,
  height: '100%',
  '&:hover': { borderColor: 'primary.main' },
} as const

/** The link covers the tile; the star lies above it. */
const cover = { '&::after': { content: '""', position: 'absolute', inset: 0 } }
const above = { position: 'relative', zIndex: 1, flexShrink: 0, mt: -0.5, mr: -0.5 } as const
const letter = { bgcolor: 'soft.neutral', color: 'text.primary', fontWeight: 600 } as const
const twoLines = {
  display: '-webkit-box',
  WebkitLineClamp: 2,
  WebkitBoxOrient: 'vertical',
  overflow: 'hidden',
} as const

/** The first letter as readers see it, whatever it is made of. */
const initialOf = (name: string): string => {
  const [first] = new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(name)
  return (first?.segment ?? '').toLocaleUpperCase()
}

interface ApplicationTileProps {
  readonly application: OwnApplication
  readonly onFavorite: (favorite: boolean) => void
}

/** One application: a link that opens it in a tab of its own, and the star. */
export const ApplicationTile = ({ application, onFavorite }: ApplicationTileProps) => {
  const text = useText('userPortal')
  const { name, description, openUrl, favorite } = application
  const label = text(`userPortal:applications.${favorite ? 'unstar' : 'star'}`, { name })
  return (
    <Paper component="li" variant="outlined" sx={tile}>
      <Avatar aria-hidden variant="rounded" sx={letter}>
        {initialOf(name)}
      </Avatar>
      <Box sx={{ flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
        <Link
          href={openUrl}
          target="_blank"
          rel="noopener noreferrer"
          color="inherit"
          underline="hover"
          sx={{ ...cover, fontWeight: 560 }}
        >
          {name}
          <OpenInNew
            titleAccess={text('userPortal:applications.newTab')}
            sx={{ ml: 0.5, fontSize: 14, verticalAlign: 'text-top', color: 'text.secondary' }}
          />
        </Link>
        <Typography variant="caption" component="p" color="textSecondary" sx={twoLines}>
          {description}
        </Typography>
      </Box>
      <IconButton
        aria-label={label}
        aria-pressed={favorite}
        title={label}
        onClick={() => onFavorite(!favorite)}
        sx={above}
      >
        {favorite ? <Star fontSize="small" color="primary" /> : <StarBorder fontSize="small" />}
      </IconButton>
    </Paper>
  )
}
