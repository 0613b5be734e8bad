import CheckCircle from '@mui/icons-material/CheckCircleOutlined'
import Close from '@mui/icons-material/Close'
import Warning from '@mui/icons-material/WarningAmberOutlined'
import Box from '@mui/material/Box'
import MuiButton from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Snackbar from '@mui/material/Snackbar'
import SnackbarContent from '@mui/material/SnackbarContent'
import { consoleFrame } from '@signet/rules/console'
import { useNavigate } from 'react-router'
import { useText } from '../lib/i18n.ts'
import { closeMessage, type Message, type MessageAction, messages } from '../lib/messages.ts'
import { useStore } from '../lib/store.ts'

const icons = { success: CheckCircle, warning: Warning } as const
const row = { display: 'flex', alignItems: 'center', gap: 1.25 }

const useRun = () => {
  const navigate = useNavigate()
  return (action: MessageAction): void => {
    if ('to' in action) void navigate(action.to)
    else action.run()
  }
}

const MessageContent = ({ message }: { readonly message: Message }) => {
  const label = useText()
  const run = useRun()
  const { id, text, icon, action } = message
  const Icon = icons[icon]
  const handleAction = (chosen: MessageAction): void => {
    closeMessage(id)
    run(chosen)
  }
  return (
    <SnackbarContent
      role="status"
      message={
        <Box sx={row}>
          <Icon aria-label={label(`common:messages.${icon}`)} fontSize="small" />
          {text}
        </Box>
      }
      action={
        <>
          {action !== null && (
            <MuiButton color="inherit" onClick={() => handleAction(action)}>
              {action.label}
            </MuiButton>
          )}
          <IconButton
            color="inherit"
            aria-label={label('common:actions.close')}
            onClick={() => closeMessage(id)}
          >
            <Close fontSize="small" />
          </IconButton>
        </>
      }
    />
  )
}

const shown = 3

const bar = {
  position: 'fixed',
  zIndex: 'snackbar',
  bottom: { xs: 8, sm: 24 },
  insetInline: 8,
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  gap: 1,
  pointerEvents: 'none',
} as const

/** Its place is that of the bar, in which others stand below it. */
const inBar = { position: 'static', transform: 'none', pointerEvents: 'auto' } as const

/** What has happened, at the bottom: up to three messages, the newest last; each goes by itself after 10 s. */
export const MessageBar = () => {
  const waiting = useStore(messages)
  return (
    <Box sx={bar}>
      {waiting.slice(0, shown).map((message) => (
        <Snackbar
          key={message.id}
          open
          autoHideDuration={consoleFrame.snackbarAutoHideMs}
          onClose={(_, reason) => {
            if (reason !== 'clickaway') closeMessage(message.id)
          }}
          sx={inBar}
        >
          <Box>
            <MessageContent message={message} />
          </Box>
        </Snackbar>
      ))}
    </Box>
  )
}
