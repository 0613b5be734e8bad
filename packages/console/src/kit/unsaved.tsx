import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { useText } from '../lib/i18n.ts'
import { isForced } from '../lib/leave.ts'
import type { Store } from '../lib/store.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'

interface UnsavedGuardProps {
  readonly isDirty: boolean
  /** Set just before a saved form goes on to another page. */
  readonly isLeaving: Store<boolean>
}

/** Asks before unsaved changes are left: by a link, by a tab of the page, by closing the window. */
export const UnsavedGuard = ({ isDirty, isLeaving }: UnsavedGuardProps) => {
  const text = useText()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty &&
      !isLeaving.get() &&
      nextLocation.pathname !== '/logout' &&
      currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (!isDirty) return
    const warn = (event: BeforeUnloadEvent): void => {
      if (!isForced()) event.preventDefault()
    }
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isDirty])
  const isBlocked = blocker.state === 'blocked'
  return (
    <Dialog
      isOpen={isBlocked}
      isAlert
      title={text('common:form.unsavedTitle')}
      onClose={() => blocker.reset?.()}
      actions={
        <>
          <Button kind="plain" onClick={() => blocker.proceed?.()}>
            {text('common:actions.discard')}
          </Button>
          <Button kind="primary" autoFocus onClick={() => blocker.reset?.()}>
            {text('common:form.stay')}
          </Button>
        </>
      }
    >
      {text('common:form.unsaved')}
    </Dialog>
  )
}
