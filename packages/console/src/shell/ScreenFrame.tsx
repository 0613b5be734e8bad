import LockIcon from '@mui/icons-material/LockOutlined'
import Box from '@mui/material/Box'
import { pageTitle } from '@signet/rules/landing'
import { undividedTypes } from '@signet/rules/permissions'
import type { SessionFacts } from '@signet/rules/visibility'
import { type ReactNode, Suspense, useEffect } from 'react'
import { useLocation } from 'react-router'
import { NoSuchPageContext } from '../kit/no-such-page.ts'
import type { Screen } from '../kit/screen.ts'
import { useText } from '../lib/i18n.ts'
import { isShown, useSession } from '../session/session-context.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Notice } from '../ui/Notice.tsx'
import { PageSkeleton } from '../ui/Skeletons.tsx'
import { WholePage } from '../ui/States.tsx'
import { CrashBoundary } from './CrashBoundary.tsx'
import { reportCrash } from './crash-report.ts'
import { NotFound } from './NotFound.tsx'
import { PageDrawn } from './PageDrawn.tsx'
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

const undivided: ReadonlySet<string> = new Set(undividedTypes)

/** Whether the screen is about what belongs to no group, to an administrator limited to groups. */
const isViewOnly = ({ needs }: Screen, { groupManagementAll }: SessionFacts): boolean =>
  needs !== undefined && !groupManagementAll && undivided.has(needs[0])

const ViewOnly = () => {
  const text = useText()
  return (
    <Box sx={{ mb: 2 }}>
      <Notice severity="info">{text('common:shell.viewOnly')}</Notice>
    </Box>
  )
}

const noSuchPage = <NotFound />

interface ScreenFrameProps {
  readonly screen: Screen
  readonly children: ReactNode
}

/**
 * What stands around every screen: its title and trail, its own error boundary, its permission. A
 * mobile device has a shorter menu; an address opens there as anywhere.
 */
export const ScreenFrame = ({ screen, children }: ScreenFrameProps) => {
  const session = useSession()
  const facts = { ...session.facts, mobile: false }
  const { pathname } = useLocation()
  useWindowTitle(screen)
  return (
    <CrashBoundary resetKey={pathname} onCrash={reportCrash}>
      <Trail screen={screen} />
      <Suspense fallback={<PageSkeleton />}>
        {isShown(screen, facts) && isViewOnly(screen, facts) && <ViewOnly />}
        <NoSuchPageContext value={noSuchPage}>
          {isShown(screen, facts) ? children : <Refused />}
        </NoSuchPageContext>
        <PageDrawn />
      </Suspense>
    </CrashBoundary>
  )
}
