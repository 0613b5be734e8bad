import type { Context } from '../../kit/context.ts'
import { createRadiusAgent } from '../../modules/applications/radius-agents/index.ts'
import { createRadiusApplication } from '../../modules/applications/radius-applications/index.ts'

const random = (ctx: Context): string => ctx.platform.ids.random(6).toString('hex')

/** An agent with its credential. */
export const buildRadiusAgent = async (ctx: Context) => {
  const wanted = { name: `Agent ${random(ctx)}`, description: '', enabled: true }
  const { agent, credential } = await createRadiusAgent(ctx, wanted)
  return { id: agent.id, credential }
}

/** An application that every agent serves, with its secret. */
export const buildRadiusApplication = async (ctx: Context, change: object = {}) => {
  const wanted = { name: `VPN ${random(ctx)}`, ...change }
  const { application, sharedSecret } = await createRadiusApplication(ctx, wanted)
  return { id: application.id, sharedSecret }
}
