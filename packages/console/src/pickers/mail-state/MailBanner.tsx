import { lazy, Suspense, useState } from 'react'
import { banners, dismissBanner, isDismissed } from '../../lib/banners.ts'
import { loadChunk } from '../../lib/chunk.ts'
import { useStore } from '../../lib/store.ts'
import { useMay } from '../../session/session-context.tsx'
import { useMailState } from './mail-state.queries.ts'

/** Few tenants need it: it stays out of the shell. */
const MailNotice = lazy(() => loadChunk(() => import('./MailNotice.tsx')))

/** What is wrong with email for this administrator; null where nothing is, or nothing can be done. */
const useMailTrouble = (mayEdit: boolean) => {
  const state = useMailState()
  if (state === null || state.source === 'OUTBOX') return null
  if (state.source === 'NONE') return 'missing'
  const hasArrived = typeof state.test?.arrivedAt === 'string'
  return hasArrived || !mayEdit ? null : 'untested'
}

/** Over every page until a test email arrived; closing it hides it for a day. */
export const MailBanner = () => {
  const mayEdit = useMay()(['SETTINGS', 'EDIT'])
  const kind = useMailTrouble(mayEdit)
  const [openedAt] = useState(() => Date.now())
  const { dismissed } = useStore(banners)
  if (kind === null) return null
  const subject = { key: `mail ${kind}`, severity: 'warning' } as const
  if (isDismissed(subject, dismissed, openedAt)) return null
  return (
    <Suspense>
      <MailNotice {...{ kind, mayEdit }} onClose={() => dismissBanner(subject, Date.now())} />
    </Suspense>
  )
}
