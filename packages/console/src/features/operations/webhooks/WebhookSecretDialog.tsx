import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import { useText } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/Button.tsx'
import { CopyText } from '../../../ui/CopyText.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Notice } from '../../../ui/Notice.tsx'

interface WebhookSecretDialogProps {
  readonly name: string
  readonly secret: string
  readonly onClose: () => void
}

const box = {
  px: 1.5,
  py: 1,
  borderRadius: 1,
  bgcolor: 'surface.sunken',
  fontSize: '0.8125rem',
  '& code': { whiteSpace: 'normal', overflowWrap: 'anywhere' },
}

/** Shows a signing secret this one time; it is left only by saying that it was copied. */
export const WebhookSecretDialog = ({ name, secret, onClose }: WebhookSecretDialogProps) => {
  const text = useText('resource')
  return (
    <Dialog
      isOpen
      width="sm"
      title={text('resource:webhooks.secret.title')}
      actions={
        <Button kind="primary" onClick={onClose}>
          {text('resource:webhooks.secret.close')}
        </Button>
      }
    >
      <Stack spacing={2}>
        <Notice severity="warning">{text('resource:webhooks.secret.text', { name })}</Notice>
        <Box sx={box} role="group" aria-label={text('resource:webhooks.secret.label')}>
          <CopyText text={secret} />
        </Box>
      </Stack>
    </Dialog>
  )
}
