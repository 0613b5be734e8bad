import CloudOff from '@mui/icons-material/CloudOffOutlined'
import LockIcon from '@mui/icons-material/LockOutlined'
import { useEffect } from 'react'
import { useText } from '../lib/i18n.ts'
import { reloadPage } from '../lib/leave.ts'
import { checkConnection, followConnection, onBack } from '../lib/lost-connection.ts'
import { Button } from '../ui/Button.tsx'
import { CentredState } from '../ui/States.tsx'
import { FullPageNotice } from './FullPageNotice.tsx'

/** A page that came without its contents is loaded anew when the service answers again. */
const useReloadWhenBack = (): void => {
  useEffect(() => {
    const stop = followConnection()
    const leave = onBack(reloadPage)
    void checkConnection()
    return () => {
      leave()
      stop()
    }
  }, [])
}

/** No connection, or the theme could not be read: the visitor is asked to refresh. */
export const OfflineNotice = () => {
  const text = useText()
  useReloadWhenBack()
  return (
    <FullPageNotice>
      <CentredState
        role="alert"
        icon={<CloudOff />}
        title={text('common:notices.offline')}
        actions={
          <Button kind="primary" onClick={reloadPage}>
            {text('common:notices.refresh')}
          </Button>
        }
      >
        {text('common:notices.offlineHint')}
      </CentredState>
    </FullPageNotice>
  )
}

/** The tenant is locked by its provider. */
export const LockedNotice = () => {
  const text = useText()
  return (
    <FullPageNotice>
      <CentredState role="alert" icon={<LockIcon />} title={text('common:notices.locked')}>
        {text('common:notices.lockedHint')}
      </CentredState>
    </FullPageNotice>
  )
}
