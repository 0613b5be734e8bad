import Stack from '@mui/material/Stack'
import { lazy, Suspense } from 'react'
import { banners } from '../lib/banners.ts'
import { loadChunk } from '../lib/chunk.ts'
import { useStore } from '../lib/store.ts'
import { MailBanner } from '../pickers/mail-state/MailBanner.tsx'
import { useMay, useSession } from '../session/session-context.tsx'
import { Button } from '../ui/Button.tsx'
import { Banner } from './Banner.tsx'
import { OfflineBanner } from './OfflineBanner.tsx'

/** What few tenants are ever told stays out of the shell. */
const EntitlementBanners = lazy(() => loadChunk(() => import('./EntitlementBanners.tsx')))
const SupportBanner = lazy(() => loadChunk(() => import('./SupportBanner.tsx')))
const ReleaseBanner = lazy(() => loadChunk(() => import('./ReleaseBanner.tsx')))

/** Messages over the page, one line each. */
export const BannerStack = () => {
  const { shown } = useStore(banners)
  const isToldOfPlan = useMay()(['ENTITLEMENTS', 'VIEW'])
  const { support, user } = useSession()
  return (
    <Stack spacing={0.75} sx={{ '&:not(:empty)': { mb: 2 } }}>
      {support !== null && (
        <Suspense>
          <SupportBanner entered={support} />
        </Suspense>
      )}
      <OfflineBanner />
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
      {user.seesReleases && (
        <Suspense>
          <ReleaseBanner />
        </Suspense>
      )}
    </Stack>
  )
}
