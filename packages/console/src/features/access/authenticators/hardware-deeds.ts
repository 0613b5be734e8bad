import {
  assignOwnToken,
  confirmOwnToken,
  unlockOwnToken,
} from '@signet/contract/access/own-hardware-tokens'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call.ts'
import { ownAuthenticatorsQuery } from './authenticators.queries.ts'

/** What a token shows; the second code sets the clock of one that has run away. */
export interface ShownCodes {
  readonly first: string
  readonly next: string
}

const codesOf = ({ first, next }: ShownCodes) => ({
  response: first,
  ...(next === '' ? {} : { nextResponse: next }),
})

/** Changes to one's own hardware tokens, after a fresh proof where one is due; read anew after each. */
export const useOwnHardwareDeeds = () => {
  const client = useQueryClient()
  const then = async <T>(deed: () => Promise<T>): Promise<T> => {
    const result = await deed()
    await client.invalidateQueries({ queryKey: ownAuthenticatorsQuery.queryKey })
    return result
  }
  return {
    claim: (serialNumber: string, codes: ShownCodes) =>
      then(() => call(assignOwnToken, { body: { serialNumber, ...codesOf(codes) } })),
    receive: (tokenid: string, codes: ShownCodes) =>
      then(() => call(confirmOwnToken, { params: { tokenid }, body: codesOf(codes) })),
    unlock: (tokenid: string, unlockChallenge: string) =>
      then(() =>
        call(unlockOwnToken, {
          params: { tokenid },
          body: unlockChallenge === '' ? {} : { unlockChallenge },
        }),
      ),
  }
}
