import { channels } from '../../../../authenticators/attempts/index.ts'
import { faceProvider, openCheckQuery, useCheck } from '../../../../authenticators/faces/index.ts'
import { factor } from './factor.ts'

/** A face that the provider has compared with the registered one, in a check of this sign-in. */
export const faceFactor = factor({
  query: (ctx, { transaction }) => openCheckQuery(ctx, transaction.id),
  async check(ctx, _answer, { account, rows: [check] }) {
    if (account === null || check === undefined) return null
    const { run, applicant } = check
    const status = await faceProvider.statusOf(ctx, run, { applicant, kind: 'authentication' })
    if (status !== 'APPROVED') return null
    return {
      userId: account.id,
      authenticatorId: check.face_id,
      class: 'INHERENCE',
      channel: channels.FACE,
      verifiedUser: false,
      uses: [useCheck(ctx, check)],
    }
  },
})
