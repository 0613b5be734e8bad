import type { authenticateMagicLink } from '@signet/contract/access/magic-links'
import type { ReceivedOf } from '@signet/contract/kit/endpoint'
import { call } from '../calls/call.ts'
import { doors } from '../calls/doors.ts'
import { CallFailure } from '../calls/failures.ts'
import { keepNonces, machineNonce, storeSession } from '../session/stored-session.ts'

export type MagicLink = ReceivedOf<typeof authenticateMagicLink>

const device = () => {
  const known = machineNonce()
  return known === null ? {} : { machineNonce: known }
}

/** What a link is for; uses nothing up. Null when it is no longer good. */
export const readMagicLink = async (magicToken: string): Promise<MagicLink | null> => {
  try {
    return await call(doors.answerMagicLink, { query: { magicToken }, body: device() })
  } catch (error) {
    // A token that does not even look like one is answered with 400.
    if (error instanceof CallFailure && [400, 401].includes(error.status)) return null
    throw error
  }
}

/** Signs in with the link: in this browser, or in the one that asked for it. */
export const openMagicLink = async (
  magicToken: string,
  place: 'HERE' | 'THERE',
): Promise<MagicLink> => {
  const query = { magicToken, complete: 'true' } as const
  const answer = await call(doors.answerMagicLink, { query, body: { ...device(), place } })
  const { authentication } = answer
  if (authentication !== null) {
    keepNonces(authentication)
    if (authentication.session !== null) storeSession(authentication.session)
  }
  return answer
}

/** Nobody signs in with the link any more. */
export const cancelMagicLink = (magicToken: string): Promise<MagicLink> =>
  call(doors.answerMagicLink, { query: { magicToken, cancel: 'true' }, body: {} })
