import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import { Button } from './Button.tsx'
import { CopyText } from './CopyText.tsx'
import { Dialog } from './Dialog.tsx'
import { Notice } from './Notice.tsx'

interface ShownOnceDialogProps {
  readonly title: string
  /** What the secret is good for, and that it is not shown again. */
  readonly text: string
  /** What the secret is called. */
  readonly label: string
  readonly secret: string
  /** Says that it was copied. */
  readonly closeLabel: string
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

/** Shows a secret this one time; it is left only by saying that it was copied. */
export const ShownOnceDialog = (props: ShownOnceDialogProps) => {
  const { title, text, label, secret, closeLabel, onClose } = props
  const actions = (
    <Button kind="primary" onClick={onClose}>
      {closeLabel}
    </Button>
  )
  return (
    <Dialog isOpen width="sm" {...{ title, actions }}>
      <Stack spacing={2}>
        <Notice severity="warning">{text}</Notice>
        <Box sx={box} role="group" aria-label={label}>
          <CopyText text={secret} />
        </Box>
      </Stack>
    </Dialog>
  )
}
