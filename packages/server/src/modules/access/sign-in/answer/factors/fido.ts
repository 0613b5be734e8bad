import { channels } from '../../../../authenticators/attempts/index.ts'
import {
  checkAssertion,
  credentialQuery,
  useCredential,
} from '../../../../authenticators/fido/index.ts'
import { type Factor, factor } from './factor.ts'

/** A passkey's signature; alone (`PASSKEY`) it also has to say who holds it. */
const signature = (authenticator: 'FIDO' | 'PASSKEY'): Factor =>
  factor({
    query: (ctx, { given }) => credentialQuery(ctx, given.fidoResponse?.credentialId ?? ''),
    async check(ctx, { transaction, given }, { account, rows: [credential] }) {
      const { challenge, stranger } = transaction
      const isLate = (challenge?.until ?? 0) <= ctx.platform.clock.now().getTime()
      if (credential === undefined || given.fidoResponse === undefined) return null
      if (challenge === null || isLate || stranger !== null) return null
      if (account !== null && credential.user_id !== account.id) return null
      const use = await checkAssertion(ctx, {
        credential,
        given: given.fidoResponse,
        challenge: challenge.value,
        verifiesUser: authenticator === 'PASSKEY',
      })
      if (use === null) return null
      return {
        userId: credential.user_id,
        authenticatorId: credential.id,
        class: 'POSSESSION',
        channel: channels[authenticator],
        verifiedUser: authenticator === 'PASSKEY' && use.userVerified,
        uses: [useCredential(ctx, use)],
      }
    },
  })

export const fidoFactor = signature('FIDO')
export const passkeyFactor = signature('PASSKEY')
