import { useText } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { ShownOnceDialog } from '../../../ui/ShownOnceDialog.tsx'

interface SetupLinkDialogProps {
  readonly name: string
  /** Empty where the link was sent by email. */
  readonly secret: string
  readonly onClose: () => void
}

const SentDialog = ({ name, onClose }: Pick<SetupLinkDialogProps, 'name' | 'onClose'>) => {
  const text = useText('serviceProvider')
  const actions = (
    <Button kind="primary" onClick={onClose} autoFocus>
      {text('common:actions.close')}
    </Button>
  )
  return (
    <Dialog isOpen title={text('serviceProvider:tenants.setupLink.sent')} actions={actions}>
      {text('serviceProvider:tenants.setupLink.sentText', { name })}
    </Dialog>
  )
}

/** Shows the link that sets up the first administrator of a tenant, or says that it was sent. */
export const SetupLinkDialog = ({ name, secret, onClose }: SetupLinkDialogProps) => {
  const text = useText('serviceProvider')
  if (secret === '') return <SentDialog name={name} onClose={onClose} />
  const title = text('serviceProvider:tenants.setupLink.title')
  return (
    <ShownOnceDialog
      title={title}
      text={text('serviceProvider:tenants.setupLink.text', { name })}
      label={title}
      closeLabel={text('serviceProvider:tenants.setupLink.close')}
      secret={secret}
      onClose={onClose}
    />
  )
}
