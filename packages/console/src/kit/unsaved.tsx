import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { useText } from '../lib/i18n.ts'
import { isForced } from '../lib/leave.ts'
import { type Store, useStore } from '../lib/store.ts'
import { hasUnsaved, unsavedForms } from '../lib/unsaved-forms.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'

interface UnsavedGuardProps {
  readonly isDirty: boolean
  /** Set just before a saved form goes on to another page. */
  readonly isLeaving: Store<boolean>
}

/**
 * Asks before changes of any form are left by a link or by a tab of the page. Where they are saved
 * while it asks, the visitor goes where they wanted to go.
 */
export const LeavingQuestion = () => {
  const text = useText()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      hasUnsaved() &&
      nextLocation.pathname !== '/logout' &&
      currentLocation.pathname !== nextLocation.pathname,
  )
  const isBlocked = blocker.state === 'blocked'
  const isSaved = useStore(unsavedForms).length === 0
  useEffect(() => {
    if (isBlocked && isSaved) blocker.proceed()
  }, [blocker, isBlocked, isSaved])
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

/** Keeps unsaved changes from being left unasked: by a link, by a tab of the page, by closing the window. */
export const UnsavedGuard = ({ isDirty, isLeaving }: UnsavedGuardProps) => {
  useEffect(() => {
    if (!isDirty) return
    // A visitor who types again after saving is not about to leave any more.
    isLeaving.set(false)
    const warn = (event: BeforeUnloadEvent): void => {
      if (!isForced()) event.preventDefault()
    }
    unsavedForms.update((forms) => [...forms, isLeaving])
    addEventListener('beforeunload', warn)
    return () => {
      unsavedForms.update((forms) => forms.filter((form) => form !== isLeaving))
      removeEventListener('beforeunload', warn)
    }
  }, [isDirty, isLeaving])
  return null
}
