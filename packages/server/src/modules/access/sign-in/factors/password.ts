import { channels } from '../../../authenticators/attempts/index.ts'
import { preparedPassword } from '../../../authenticators/passwords/index.ts'
import type { Factor } from './factor.ts'

/** The password: its hash comes with the account. */
export const passwordFactor: Factor = {
  expectRoom: (ctx) => ctx.platform.hashes.expectRoom(),
  query: () => null,
  async check(ctx, { given }, { account }) {
    const { hashes } = ctx.platform
    const password = preparedPassword(given.response ?? '')
    const right =
      account?.hash === null || account === null || password === null
        ? await hashes.verifyDummy(password ?? '')
        : await hashes.verify(account.hash, password)
    if (!right || account === null || password === null) return null
    return {
      userId: account.id,
      authenticatorId: null,
      class: 'KNOWLEDGE',
      channel: channels.PASSWORD,
      verifiedUser: false,
      uses: [],
    }
  },
}
