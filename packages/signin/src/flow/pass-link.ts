import type { readFlashPassClaim } from '@signet/contract/issuance/flash-passes'
import type { ReceivedOf } from '@signet/contract/kit/endpoint'
import { call } from '../calls/call.ts'
import { doors } from '../calls/doors.ts'
import { CallFailure } from '../calls/failures.ts'
import { fetchFile, handOver } from '../leave.ts'

export type PassLink = ReceivedOf<typeof readFlashPassClaim>

/** What stands in the address of the page. */
export interface ShownPass {
  readonly enrollmentId: string
  readonly claimToken: string
}

/** What a link is for; uses nothing up. Null when it is no longer good. */
export const readPassLink = async ({
  enrollmentId,
  claimToken,
}: ShownPass): Promise<PassLink | null> => {
  try {
    return await call(doors.readPassLink, { body: { enrollmentId, claimToken } })
  } catch (error) {
    // A token that does not even look like one is answered with 400.
    if (error instanceof CallFailure && [400, 404].includes(error.status)) return null
    throw error
  }
}

const appleDoor = '/api/web/v1/mobileFlashPass/downloads/apple'

/** The phone takes the file from a navigation, and from nothing else in every browser. */
const openInApple = ({ enrollmentId, claimToken }: ShownPass): void => {
  const shown = JSON.stringify({ enrollmentId, claimToken })
  fetchFile(`${appleDoor}?${new URLSearchParams({ enrollmentTokenJson: shown })}`)
}

/** Puts the pass into a wallet, which uses the link up. @throws CallFailure */
export const claimPass = async (
  { enrollmentId, claimToken }: ShownPass,
  wallet: PassLink['wallets'][number],
): Promise<void> => {
  if (wallet === 'APPLE') return openInApple({ enrollmentId, claimToken })
  const { uri } = await call(doors.claimGooglePass, { params: { enrollmentId, claimToken } })
  handOver(uri)
}
