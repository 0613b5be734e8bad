import Stack from '@mui/material/Stack'
import { lazy, Suspense } from 'react'
import { banners } from '../lib/banners.ts'
import { useText } from '../lib/i18n.ts'
import { reloadPage } from '../lib/leave.ts'
import { useIsOnline } from '../lib/online.ts'
import { useStore } from '../lib/store.ts'
import { MailBanner } from '../pickers/mail-state/MailBanner.tsx'
import { useMay, useSession } from '../session/session-context.tsx'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Banner } from './Banner.tsx'

/** What few tenants are ever told stays out of the shell. */
const EntitlementBanners = lazy(() => import('./EntitlementBanners.tsx'))
const ReleaseBanner = lazy(() => import('./ReleaseBanner.tsx'))

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

/** Messages over the page, one line each. */
export const BannerStack = () => {
  const { shown } = useStore(banners)
  const isOnline = useIsOnline()
  const isToldOfPlan = useMay()(['ENTITLEMENTS', 'VIEW'])
  const { isToldOfReleases } = useSession().user
  return (
    <Stack spacing={0.75} sx={{ '&:not(:empty)': { mb: 2 } }}>
      {!isOnline && <OfflineBanner />}
      <MailBanner />
      {shown.map(({ text, severity, action }) => (
        <Banner
          key={text}
          about={text}
          severity={severity}
          action={action && <Button to={action.to}>{action.label}</Button>}
        >
          {text}
        </Banner>
      ))}
      {isToldOfPlan && (
        <Suspense>
          <EntitlementBanners />
        </Suspense>
      )}
      {isToldOfReleases && (
        <Suspense>
          <ReleaseBanner />
        </Suspense>
      )}
    </Stack>
  )
}
