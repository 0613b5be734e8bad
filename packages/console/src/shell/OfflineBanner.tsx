import { useText } from '../lib/i18n.ts'
import { reloadPage } from '../lib/leave.ts'
import { connectionLost } from '../lib/lost-connection.ts'
import { renewalWaits } from '../lib/renewal.ts'
import { useStore } from '../lib/store.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'

/** No answer comes, or the service has another release: what has been typed stays. */
export const OfflineBanner = () => {
  const text = useText()
  const isLost = useStore(connectionLost)
  const isOutdated = useStore(renewalWaits)
  if (!isLost && !isOutdated) return null
  const refresh = <Button onClick={reloadPage}>{text('common:notices.refresh')}</Button>
  return (
    <Notice severity={isLost ? 'warning' : 'info'} action={refresh}>
      {text(isLost ? 'common:notices.lost' : 'common:notices.upgraded')}
    </Notice>
  )
}
