import { useCallback, useEffect, useRef } from 'react'
import type { Assertion, Challenge } from '../flow/answers.ts'
import { signChallenge } from './passkeys.ts'

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
  const sign = useCallback(
    async (inAutofill: boolean): Promise<Assertion> => {
      const { fidoChallenge } = await fetchAhead()
      return signChallenge(fidoChallenge, { inAutofill })
    },
    [fetchAhead],
  )
  return { sign, drop }
}
