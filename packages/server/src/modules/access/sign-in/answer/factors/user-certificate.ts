import { channels } from '../../../../authenticators/attempts/index.ts'
import { ownerOfPresented } from '../../../../authenticators/user-certificates/index.ts'
import type { Factor } from './factor.ts'

/**
 * The certificate of this very connection: its key was proven in TLS, so nothing can be shown twice
 * or by somebody else. What the answer says of it only tells one attempt from another.
 */
export const userCertificateFactor: Factor = {
  query: () => null,
  async check(ctx, _answer, { account }) {
    const userId = await ownerOfPresented(ctx)
    if (account === null || userId !== account.id) return null
    return {
      userId,
      authenticatorId: null,
      class: 'POSSESSION',
      channel: channels.USER_CERTIFICATE,
      verifiedUser: false,
      uses: [],
    }
  },
}
