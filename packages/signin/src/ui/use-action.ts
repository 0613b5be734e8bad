import { isSilent } from '@signet/rules/failures'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { CallFailure, StorageBlocked, Unreachable } from '../calls/failures.ts'
import { useLanguage } from '../texts/language.tsx'
import { LocalFailure } from './local-failure.ts'

/** What went wrong, in words; null for what shows no message. */
export const useFailureText = () => {
  const { say, sayError } = useLanguage()
  return useCallback(
    (failure: unknown): string | null => {
      if (failure === null) return null
      if (failure instanceof LocalFailure) return say(failure.key)
      if (failure instanceof Unreachable) return say('page.unreachable')
      if (failure instanceof StorageBlocked) return say('page.storageBlocked')
      const code = failure instanceof CallFailure ? failure.code : 'general_error'
      if (isSilent(code)) return null
      const values = failure instanceof CallFailure ? failure.values : {}
      const { decision } = values
      if (decision !== undefined && code === 'access_denied') return say('closed.signIn', values)
      const text = sayError(code, values) ?? sayError('general_error')
      return decision === undefined ? text : [text, say('closed.decision', values)].join(' ')
    },
    [say, sayError],
  )
}

/** Runs one action at a time and remembers how it failed. */
export const useAction = <A extends unknown[]>(action: (...given: A) => Promise<void>) => {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const isRunning = useRef(false)
  const latest = useRef(action)
  // Before the picture is seen: whoever answers it at once gets this action, not the last one.
  useLayoutEffect(() => {
    latest.current = action
  })
  const run = useCallback(async (...given: A): Promise<void> => {
    if (isRunning.current) return
    isRunning.current = true
    setBusy(true)
    setFailure(null)
    try {
      await latest.current(...given)
    } catch (error) {
      setFailure(error)
    } finally {
      isRunning.current = false
      setBusy(false)
    }
  }, [])
  const clear = useCallback(() => setFailure(null), [])
  return { run, clear, isBusy, failure, text: useFailureText()(failure) }
}

/** An action that the page begins with, once; it may be run again. */
export const useFirstAction = (act: () => Promise<void>) => {
  const action = useAction(act)
  const isBegun = useRef(false)
  const { run } = action
  useEffect(() => {
    if (isBegun.current) return
    isBegun.current = true
    void run()
  }, [run])
  return action
}
