import Stack from '@mui/material/Stack'
import { useText } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/Button.tsx'
import { CopyText } from '../../../ui/CopyText.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { QrCode } from '../../../ui/QrCode.tsx'

interface SampleDialogProps {
  readonly uri: string
  readonly onClose: () => void
}

/** The link to a sample for Google Wallet, for the camera of a phone. */
export const SampleDialog = ({ uri, onClose }: SampleDialogProps) => {
  const text = useText('issuancePortal')
  const actions = (
    <Button kind="primary" onClick={onClose}>
      {text('issuancePortal:flashPasses.samples.done')}
    </Button>
  )
  return (
    <Dialog
      isOpen
      width="sm"
      title={text('issuancePortal:flashPasses.samples.title')}
      {...{ actions, onClose }}
    >
      <Stack spacing={2} sx={{ alignItems: 'flex-start' }}>
        <span>{text('issuancePortal:flashPasses.samples.text')}</span>
        <QrCode value={uri} label={text('issuancePortal:flashPasses.samples.code')} />
        <CopyText text={uri} label={text('issuancePortal:flashPasses.samples.code')} />
      </Stack>
    </Dialog>
  )
}
