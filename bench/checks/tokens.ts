import { hotp, timeStep } from '@signet/algorithms/otp'
import { seedTokens, tokenSecret } from '../seed/tokens.ts'
import { type Check, stepUpOf } from './check.ts'

const parameters = { secret: tokenSecret, digits: 6, algorithm: 'SHA1' } as const

const ofKind = (kind: Parameters<typeof seedTokens>[2]['kind'], next: () => number): Check => ({
  authenticator: 'TOKEN',
  tables: ['tokens'],
  seed: ({ site: { owner, seeding } }, people) =>
    seedTokens(owner, seeding.ctx.platform, {
      tenantId: seeding.ctx.tenant.id,
      from: 0,
      to: people,
      kind,
    }),
  async ask(stage, user) {
    const { session, authToken } = await stepUpOf(stage, user)
    return { session, answer: () => ({ authToken, response: hotp(parameters, next()) }) }
  },
})

/** RFC 6238. */
export const totpCheck = ofKind('OATH_TOTP', () => timeStep(new Date(), 30))

/** RFC 4226: the first press of a button. */
export const hotpCheck = ofKind('OATH_HOTP', () => 0)
