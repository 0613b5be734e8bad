import Stack from '@mui/material/Stack'
import { lazy, Suspense } from 'react'
import { banners, closeBanner } from '../lib/banners.ts'
import { useText } from '../lib/i18n.ts'
import { reloadPage } from '../lib/leave.ts'
import { useIsOnline } from '../lib/online.ts'
import { useStore } from '../lib/store.ts'
import { useMay } from '../session/session-context.tsx'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'

/** What few tenants are ever told stays out of the shell. */
const EntitlementBanners = lazy(() => import('./EntitlementBanners.tsx'))

/** No connection: what has been typed stays, and the visitor is asked to refresh. */
const OfflineBanner = () => {
  const text = useText()
  const refresh = <Button onClick={reloadPage}>{text('common:notices.refresh')}</Button>
  return (
    <Notice severity="warning" title={text('common:notices.offline')} action={refresh}>
      {text('common:notices.offlineHint')}
    </Notice>
  )
}

/** Messages over the page, until they are closed. */
export const BannerStack = () => {
  const shown = useStore(banners)
  const isOnline = useIsOnline()
  const isToldOfPlan = useMay()(['ENTITLEMENTS', 'VIEW'])
  return (
    <Stack spacing={1} sx={{ '&:not(:empty)': { mb: 2 } }}>
      {!isOnline && <OfflineBanner />}
      {shown.map(({ text, severity, action }) => (
        <Notice
          key={text}
          severity={severity}
          onClose={() => closeBanner(text)}
          action={action && <Button to={action.to}>{action.label}</Button>}
        >
          {text}
        </Notice>
      ))}
      {isToldOfPlan && (
        <Suspense>
          <EntitlementBanners />
        </Suspense>
      )}
    </Stack>
  )
}
