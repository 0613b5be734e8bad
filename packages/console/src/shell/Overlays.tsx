import { lazy, Suspense, useEffect } from 'react'
import { loadChunk } from '../lib/chunk.ts'
import { lockoutAskers, lockoutQuestion } from '../lib/lockout.ts'
import { useProofWanted } from '../lib/proof-wanted.ts'
import { useStore } from '../lib/store.ts'
import type { SessionCounter } from '../session/counter.ts'
import { prefetchMenus } from '../ui/PopupMenu.tsx'
import { useDirectTenantLocked } from './direct-tenant.ts'
import { useFirstPage } from './first-page.ts'
import { useTermsDue } from './terms-due.ts'

const loadIdleDialog = () => import('./IdleDialog.tsx')
const loadPalette = () => import('./Palette.tsx')
const IdleDialog = lazy(() => loadChunk(loadIdleDialog))
const Palette = lazy(() => loadChunk(loadPalette))
const LockoutDialog = lazy(() => loadChunk(() => import('./LockoutDialog.tsx')))
const DirectTenantWatch = lazy(() => loadChunk(() => import('./DirectTenantWatch.tsx')))
const StepUpDialog = lazy(async () => {
  const load = () => import('../pickers/step-up/StepUpDialog.tsx')
  const { StepUpDialog: component } = await loadChunk(load)
  return { default: component }
})
const ShortcutHelp = lazy(() => loadChunk(() => import('./ShortcutHelp.tsx')))
const TermsDialog = lazy(() => loadChunk(() => import('./TermsDialog.tsx')))

/** A moment after the page is there, so that nothing it needs waits behind. */
const prefetchAfterMs = 5000

const usePrefetch = (): void => {
  useEffect(() => {
    const timer = setTimeout(() => {
      prefetchMenus()
      void loadIdleDialog().catch(() => undefined)
      void loadPalette().catch(() => undefined)
    }, prefetchAfterMs)
    return () => clearTimeout(timer)
  }, [])
}

/** Whether a change waits for a word; changes are only asked about while somebody can be asked. */
const useLockoutAsked = (): boolean => {
  useEffect(() => {
    lockoutAskers.update((count) => count + 1)
    return () => lockoutAskers.update((count) => count - 1)
  }, [])
  return useStore(lockoutQuestion) !== null
}

interface OverlaysProps {
  readonly counter: SessionCounter
  readonly overlay: 'menu' | 'palette' | 'keys' | null
  readonly onClose: () => void
}

/** What lies on top of the page when its time comes; loaded then, or before it is needed. */
export const Overlays = ({ counter, overlay, onClose }: OverlaysProps) => {
  const isTermsDue = useTermsDue()
  const isFirstPageThere = useFirstPage()
  const { isPrompting } = useStore(counter.state)
  const isLockoutAsked = useLockoutAsked()
  const isProofWanted = useProofWanted() !== null
  const isWatching = useDirectTenantLocked()
  usePrefetch()
  return (
    <Suspense>
      {isPrompting && <IdleDialog counter={counter} />}
      {isWatching && <DirectTenantWatch />}
      {isTermsDue && isFirstPageThere && <TermsDialog />}
      {isLockoutAsked && <LockoutDialog />}
      {isProofWanted && <StepUpDialog />}
      {overlay === 'palette' && <Palette isOpen onClose={onClose} />}
      {overlay === 'keys' && <ShortcutHelp isOpen onClose={onClose} />}
    </Suspense>
  )
}
