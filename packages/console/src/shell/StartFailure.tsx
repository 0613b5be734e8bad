import { useEffect } from 'react'
import { CallError } from '../lib/call-error.ts'
import { useText } from '../lib/i18n.ts'
import { leaveToSignIn } from '../lib/leave.ts'
import { fieldFailure } from '../lib/show-failure.ts'
import { deleteSession } from '../session/stored.ts'
import { isSupportTab } from '../session/support-tab.ts'
import { NotAuthenticated, SessionExpired } from '../session/token.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { PageSkeleton } from '../ui/Skeletons.tsx'
import { FullPageNotice } from './FullPageNotice.tsx'
import { LockedNotice, OfflineNotice } from './notices.tsx'
import { SupportEnded } from './SupportEnded.tsx'

const isOver = (error: unknown): boolean =>
  error instanceof NotAuthenticated ||
  error instanceof SessionExpired ||
  (error instanceof CallError && error.status === 401)

const codeOf = (error: unknown): string | null =>
  error instanceof CallError ? error.storedCode : null

/** Nothing could be loaded: the session is over, the account locked, or there is no connection. */
export const StartFailure = ({ error }: { readonly error: unknown }) => {
  const text = useText()
  const mustSignIn = isOver(error)
  useEffect(() => {
    if (!mustSignIn) return
    deleteSession()
    if (!isSupportTab()) leaveToSignIn()
  }, [mustSignIn])
  if (mustSignIn) return isSupportTab() ? <SupportEnded isLeft={false} /> : <PageSkeleton />
  const code = codeOf(error)
  if (code === 'ACCOUNT_LOCKED') return <LockedNotice />
  if (code !== 'HOSTNAME_NOT_FOUND') return <OfflineNotice />
  return (
    <FullPageNotice>
      <ErrorState title={text('common:pages.error')} message={fieldFailure(error) ?? ''} />
    </FullPageNotice>
  )
}
