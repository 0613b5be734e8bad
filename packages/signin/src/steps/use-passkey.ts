import { optionsOfAttempt } from '@signet/rules/passkeys'
import { useCallback, useEffect, useRef } from 'react'
import type { Assertion, Challenge } from '../flow/answers.ts'
import { hasPasskeyAutofill, signChallenge, signFromList } from './passkeys.ts'

/**
 * Signs with a passkey. The challenge is fetched ahead, when the step appears: browsers want the
 * press itself, not a wait after it.
 */
export const usePasskey = (prepare: () => Promise<Challenge>) => {
  const ahead = useRef<Promise<Challenge> | null>(null)
  const fetchAhead = useCallback((): Promise<Challenge> => {
    const fetched = ahead.current ?? prepare()
    ahead.current = fetched
    return fetched
  }, [prepare])
  /** A challenge serves once, whether its answer was right or wrong. */
  const drop = useCallback((): void => {
    ahead.current = null
  }, [])
  useEffect(() => {
    fetchAhead().catch(drop)
  }, [fetchAhead, drop])
  const isAsked = useRef(false)
  const attempts = useRef(0)
  const sign = useCallback(async (): Promise<Assertion> => {
    isAsked.current = true
    const { fidoChallenge } = await fetchAhead()
    const attempt = attempts.current
    attempts.current += 1
    if (fidoChallenge?.former === undefined) return signChallenge(fidoChallenge)
    return signChallenge(optionsOfAttempt(fidoChallenge, attempt), 'again')
  }, [fetchAhead])
  /** Offers passkeys in the list of user ids; null where there is none, or one was asked for first. */
  const waitInList = useCallback(
    async (isOver: () => boolean): Promise<Assertion | null> => {
      if (!(await hasPasskeyAutofill())) return null
      const { fidoChallenge } = await fetchAhead()
      return isOver() || isAsked.current ? null : signFromList(fidoChallenge)
    },
    [fetchAhead],
  )
  return { sign, waitInList, drop }
}
