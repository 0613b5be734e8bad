import KeyIcon from '@mui/icons-material/KeyOutlined'
import SendIcon from '@mui/icons-material/SendOutlined'
import { useState } from 'react'
import { DeletionMenu } from '../../../kit/deletion.tsx'
import { useText } from '../../../lib/i18n.ts'
import { useMay } from '../../../session/session-context.tsx'
import type { MenuAction } from '../../../ui/ActionMenu.tsx'
import { Button } from '../../../ui/Button.tsx'
import { RotateDialog } from './RotateDialog.tsx'
import { TestDialog } from './TestDialog.tsx'
import { WebhookSecretDialog } from './WebhookSecretDialog.tsx'
import { type Webhook, webhooks } from './webhooks.queries.ts'

interface WebhookProps {
  readonly webhook: Webhook
}

/** Sends a test event. */
const TestButton = ({ webhook }: WebhookProps) => {
  const text = useText('resource')
  const [isTesting, setIsTesting] = useState(false)
  return (
    <>
      <Button icon={<SendIcon />} onClick={() => setIsTesting(true)}>
        {text('resource:webhooks.test.action')}
      </Button>
      {isTesting && <TestDialog webhook={webhook} onClose={() => setIsTesting(false)} />}
    </>
  )
}

/** What can be done with one webhook, and the dialogs that ask. */
export const WebhookActions = ({ webhook }: WebhookProps) => {
  const text = useText('resource')
  const mayEdit = useMay()(['WEBHOOKS', 'EDIT'])
  const [isRotating, setIsRotating] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  const { id, name } = webhook
  const newSecret: MenuAction = {
    label: text('resource:webhooks.rotate.action'),
    icon: <KeyIcon fontSize="small" />,
    onSelect: () => setIsRotating(true),
  }
  const close = (): void => setIsRotating(false)
  return (
    <>
      {mayEdit && <TestButton webhook={webhook} />}
      <DeletionMenu
        entity={webhooks}
        id={id}
        name={name}
        typed={name}
        needs={['WEBHOOKS', 'REMOVE']}
        actions={mayEdit ? [newSecret] : []}
        texts={{
          title: text('resource:webhooks.deletes.title'),
          action: text('resource:webhooks.deletes.action'),
          text: text('resource:webhooks.deletes.text', { name }),
          done: text('resource:webhooks.deletes.done', { name }),
        }}
        listPath="/webhooks"
      />
      {isRotating && <RotateDialog webhook={webhook} onMade={setSecret} onClose={close} />}
      {secret !== null && (
        <WebhookSecretDialog {...{ name, secret }} onClose={() => setSecret(null)} />
      )}
    </>
  )
}
