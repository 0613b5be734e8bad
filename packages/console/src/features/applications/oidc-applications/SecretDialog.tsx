import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import { useText } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/Button.tsx'
import { CopyText } from '../../../ui/CopyText.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Notice } from '../../../ui/Notice.tsx'

interface SecretDialogProps {
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

/** Shows a client secret this one time; it is left only by saying that it was copied. */
export const SecretDialog = ({ name, secret, onClose }: SecretDialogProps) => {
  const text = useText('resource')
  return (
    <Dialog
      isOpen
      width="sm"
      title={text('resource:applications.secret.title')}
      actions={
        <Button kind="primary" onClick={onClose}>
          {text('resource:applications.secret.close')}
        </Button>
      }
    >
      <Stack spacing={2}>
        <Notice severity="warning">{text('resource:applications.secret.text', { name })}</Notice>
        <Box sx={box} role="group" aria-label={text('resource:applications.secret.label')}>
          <CopyText text={secret} />
        </Box>
      </Stack>
    </Dialog>
  )
}
