import { useEffect, useState } from 'react'
import { useBlocker } from 'react-router'
import { useText } from '../lib/i18n.ts'
import { isForced } from '../lib/leave.ts'
import { createStore, type Store, useStore } from '../lib/store.ts'
import { type Guarded, guarded, hasUnsaved } from '../lib/unsaved-forms.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'

interface UnsavedGuardProps {
  readonly isDirty: boolean
  /** Set just before a saved form goes on to another page. */
  readonly isLeaving: Store<boolean>
}

/** Asks before changes of any form are left by a link or by a tab of the page. */
const LeavingQuestion = () => {
  const text = useText()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      hasUnsaved() &&
      nextLocation.pathname !== '/logout' &&
      currentLocation.pathname !== nextLocation.pathname,
  )
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

/** Asks before unsaved changes are left: by a link, by a tab of the page, by closing the window. */
export const UnsavedGuard = ({ isDirty, isLeaving }: UnsavedGuardProps) => {
  const [dirty] = useState(() => createStore(false))
  const [own] = useState<Guarded>(() => ({ hasChanges: () => dirty.get() && !isLeaving.get() }))
  // The router heeds one blocker, so the first form of the page asks for all.
  const [first] = useStore(guarded)
  useEffect(() => {
    dirty.set(isDirty)
    // Who goes on typing after having saved is not about to leave any more.
    if (isDirty) isLeaving.set(false)
  }, [dirty, isDirty, isLeaving])
  useEffect(() => {
    guarded.update((forms) => [...forms, own])
    return () => guarded.update((forms) => forms.filter((form) => form !== own))
  }, [own])
  useEffect(() => {
    if (!isDirty) return
    const warn = (event: BeforeUnloadEvent): void => {
      if (!isForced()) event.preventDefault()
    }
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isDirty])
  return first === own && <LeavingQuestion />
}
