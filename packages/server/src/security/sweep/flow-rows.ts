import type { Context } from '../../kit/context.ts'
import { createAcr } from '../../modules/access/acrs/index.ts'
import { createAuthenticationFlow } from '../../modules/access/flows/index.ts'

/** A flow of a password and a grid card, which is nobody's default. */
export const flowNamed = (name: string) => ({
  name,
  description: null,
  outcome: 'ADMIT' as const,
  loginType: 'USER_LOGIN' as const,
  firstFactors: ['PASSWORD' as const],
  secondFactor: 'ALWAYS' as const,
  secondFactors: ['GRID' as const],
  skipSecondFactor: 'NEVER' as const,
  acrIds: [],
  default: false,
})

export const buildFlow = async (ctx: Context): Promise<string> => {
  const name = `Flow ${ctx.platform.ids.random(6).toString('hex')}`
  return (await createAuthenticationFlow(ctx, flowNamed(name))).value.id
}

export const buildAcr = async (ctx: Context): Promise<string> => {
  const name = `urn:example:${ctx.platform.ids.random(6).toString('hex')}`
  return (await createAcr(ctx, { name, description: null })).id
}
