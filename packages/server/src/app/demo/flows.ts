import type { Context } from '../../kit/context.ts'
import { createAcr } from '../../modules/access/acrs/index.ts'
import { createAuthenticationFlow } from '../../modules/access/flows/index.ts'

/** What applications may ask for, and a flow that reaches it; nobody's default. */
export const insertFlows = async (ctx: Context): Promise<void> => {
  const { id } = await createAcr(ctx, {
    name: 'urn:example:acr:card',
    description: 'A password and something in the hand',
  })
  await createAuthenticationFlow(ctx, {
    name: 'Payments',
    description: 'A password, then a grid card or a security key, every time',
    outcome: 'ADMIT',
    loginType: 'USER_LOGIN',
    firstFactors: ['PASSWORD'],
    secondFactor: 'ALWAYS',
    secondFactors: ['GRID', 'FIDO', 'TOKEN'],
    skipSecondFactor: 'NEVER',
    acrIds: [id],
    default: false,
  })
}
