import Box from '@mui/material/Box'
import MuiDialog from '@mui/material/Dialog'
import { useId } from 'react'
import { useNavigate } from 'react-router'
import { useText } from '../lib/i18n.ts'
import { visuallyHidden } from '../ui/hidden.ts'
import PaletteSearch from './PaletteSearch.tsx'
import { paletteLook } from './palette-look.ts'

interface PaletteProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Anything by its name: pages, actions, and what the features find. */
const Palette = ({ isOpen, onClose }: PaletteProps) => {
  const text = useText()
  const navigate = useNavigate()
  const titleId = useId()
  const go = (to: string): void => {
    onClose()
    void navigate(to)
  }
  return (
    <MuiDialog
      open={isOpen}
      onClose={onClose}
      maxWidth="sm"
      fullWidth
      aria-labelledby={titleId}
      sx={paletteLook}
    >
      <Box component="h2" id={titleId} sx={visuallyHidden}>
        {text('common:palette.label')}
      </Box>
      <PaletteSearch autoFocus onGo={go} onDone={onClose} />
    </MuiDialog>
  )
}

export default Palette
