import Close from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import Drawer from '@mui/material/Drawer'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { useText } from '../../../lib/i18n.ts'
import { useAuditWords } from '../../../pickers/audit-words.ts'
import type { Event } from './audit-events.queries.ts'
import { EventDetail } from './EventDetail.tsx'

interface EventDrawerProps {
  readonly isOpen: boolean
  /** Null when the page at hand does not hold it. */
  readonly event: Event | null
  /** The report that it is in. */
  readonly report: string
  readonly onClose: () => void
}

const paper = { width: 'min(100%, 520px)', boxSizing: 'border-box' }
const head = { display: 'flex', alignItems: 'center', justifyContent: 'space-between', mb: 1.5 }

/** One entry beside the list. */
export const EventDrawer = ({ isOpen, event, report, onClose }: EventDrawerProps) => {
  const text = useText('dashboard')
  const words = useAuditWords()
  const titleId = useId()
  return (
    <Drawer
      anchor="right"
      open={isOpen}
      onClose={onClose}
      slotProps={{
        paper: { role: 'dialog', 'aria-modal': true, 'aria-labelledby': titleId, sx: paper },
      }}
    >
      <Box sx={{ p: 2.5 }}>
        <Box sx={head}>
          <Typography id={titleId} component="h2" variant="h2">
            {event === null ? text('dashboard:audit.eventTitle') : words.action(event.action)}
          </Typography>
          <IconButton aria-label={text('common:actions.close')} onClick={onClose}>
            <Close fontSize="small" />
          </IconButton>
        </Box>
        {event === null ? (
          <Typography variant="body2">{text('dashboard:audit.eventAway')}</Typography>
        ) : (
          <EventDetail {...{ event, report }} />
        )}
      </Box>
    </Drawer>
  )
}
