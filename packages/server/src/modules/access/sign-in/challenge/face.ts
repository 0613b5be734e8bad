import { faces } from '../../../authenticators/faces/index.ts'
import type { Challenge } from './asking.ts'

/** Begins a check at the provider. @throws service_unavailable */
export const faceChallenge: Challenge = {
  asks: 'DUE',
  async ask(ctx, { transaction, account }) {
    return { shown: { face: await faces.challenge(ctx, account.id, transaction.id) } }
  },
}
