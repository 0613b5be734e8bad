import { lazy, Suspense, useState } from 'react'
import { loadChunk } from '../../lib/chunk.ts'
import { onboarding } from '../../lib/onboarding.ts'
import { useStore } from '../../lib/store.ts'
import { useMay } from '../../session/session-context.tsx'
import { useMailState } from './mail-state.queries.ts'

/** Few tenants need it: it stays out of the shell. */
const MailNotice = lazy(() => loadChunk(() => import('./MailNotice.tsx')))

const dayMillis = 86_400_000

/** What is wrong with email for this administrator; null where nothing is, or nothing can be done. */
const useMailTrouble = (mayEdit: boolean) => {
  const state = useMailState()
  if (state === null || state.source === 'OUTBOX') return null
  if (state.source === 'NONE') return 'missing'
  const hasArrived = typeof state.test?.arrivedAt === 'string'
  return hasArrived || !mayEdit ? null : 'untested'
}

const hide = (): void =>
  onboarding.update((before) => ({ ...before, mailBannerHiddenAt: Date.now() }))

/** Over every page until a test email arrived; closing it hides it for a day. */
export const MailBanner = () => {
  const mayEdit = useMay()(['SETTINGS', 'EDIT'])
  const kind = useMailTrouble(mayEdit)
  const [openedAt] = useState(() => Date.now())
  const { mailBannerHiddenAt = 0 } = useStore(onboarding)
  if (kind === null || openedAt - mailBannerHiddenAt < dayMillis) return null
  return (
    <Suspense>
      <MailNotice {...{ kind, mayEdit }} onClose={hide} />
    </Suspense>
  )
}
