import LockIcon from '@mui/icons-material/LockOutlined'
import { pageTitle } from '@signet/rules/landing'
import { type ReactNode, Suspense, useEffect } from 'react'
import { useLocation } from 'react-router'
import type { Screen } from '../kit/screen.ts'
import { useText } from '../lib/i18n.ts'
import { isShown, useSession } from '../session/session-context.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { PageSkeleton } from '../ui/Skeletons.tsx'
import { WholePage } from '../ui/States.tsx'
import { CrashBoundary } from './CrashBoundary.tsx'
import { reportCrash } from './crash-report.ts'
import { Trail } from './Trail.tsx'

/** The title of the window: the screen, then the product as this kind of account knows it. */
const useWindowTitle = (screen: Screen): void => {
  const text = useText()
  const { title, tenantName } = pageTitle(useSession().theme)
  const product = text(`common:product.${title}`)
  const named =
    tenantName === null
      ? product
      : text('common:product.withTenant', { product, tenant: tenantName })
  const whole = text('common:product.title', { screen: text(screen.title), product: named })
  useEffect(() => {
    document.title = whole
  }, [whole])
}

const Refused = () => {
  const text = useText()
  return (
    <WholePage value>
      <EmptyState icon={<LockIcon />} title={text('common:states.noPermission')}>
        {text('common:states.noPermissionHint')}
      </EmptyState>
    </WholePage>
  )
}

interface ScreenFrameProps {
  readonly screen: Screen
  readonly children: ReactNode
}

/** What stands around every screen: its title and trail, its own error boundary, its permission. */
export const ScreenFrame = ({ screen, children }: ScreenFrameProps) => {
  const { facts } = useSession()
  const { pathname } = useLocation()
  useWindowTitle(screen)
  return (
    <CrashBoundary resetKey={pathname} onCrash={reportCrash}>
      <Trail screen={screen} />
      <Suspense fallback={<PageSkeleton />}>
        {isShown(screen, facts) ? children : <Refused />}
      </Suspense>
    </CrashBoundary>
  )
}
