import Refresh from '@mui/icons-material/Refresh'
import { useState } from 'react'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { useMay } from '../../../session/session-context.tsx'
import { Button } from '../../../ui/Button.tsx'
import { OwnCallersDialog } from './OwnCallersDialog.tsx'
import { useRefresh } from './rate-limiting.queries.ts'

/** Opens the callers that met a limit of the provider itself. */
export const CallersButton = () => {
  const text = useText('serviceProvider')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>
        {text('serviceProvider:rateLimiting.callers.title')}
      </Button>
      {isOpen && <OwnCallersDialog onClose={() => setIsOpen(false)} />}
    </>
  )
}

/** Has the node that answers read the stored policies again. */
export const RefreshButton = () => {
  const text = useText('serviceProvider')
  const mayEdit = useMay()(['RATELIMITING', 'EDIT'])
  const refresh = useRefresh()
  const run = async (): Promise<void> => {
    await refresh.mutateAsync(undefined)
    showMessage(text('serviceProvider:rateLimiting.refreshed'))
  }
  return (
    mayEdit && (
      <Button icon={<Refresh />} isPending={refresh.isPending} onClick={() => void run()}>
        {text('serviceProvider:rateLimiting.refresh')}
      </Button>
    )
  )
}
