import { audit } from '@signet/server/kit/audit'
import type { Context } from '@signet/server/kit/context'
import { systemContext } from '@signet/server/kit/create-context'
import { create } from '@signet/server/modules/operations/webhooks/webhooks.service'
import { allowedTargetOf } from '@signet/server/platform/config/outbound-allow'
import { createOutbound } from '@signet/server/platform/outbound/outbound'

/** What the webhooks of a run are told of; nothing else of the run makes it. */
export const action = 'USER_NOTIFIED'

/** The context of an operator who allows the receivers inside. */
const allowing = ({ platform, tenant }: Context, allow: string): Context => {
  const target = allowedTargetOf(allow)
  if (typeof target === 'string') throw new Error(target)
  const config = { ...platform.config, outboundAllow: [target] }
  const outbound = createOutbound(config)
  return systemContext({ ...platform, config, outbound }, { tenant, name: 'bench' })
}

/** A webhook for each address. */
export const seedWebhooks = async (
  ctx: Context,
  urls: readonly string[],
  allow: string,
): Promise<void> => {
  const allowed = allowing(ctx, allow)
  for (const url of urls) {
    const wanted = { name: url, description: '', url, events: [action], enabled: true }
    await create(allowed, wanted)
  }
  await allowed.platform.outbound.close()
}

/** So many events happen at once. */
export const happen = (ctx: Context, events: number): Promise<void> =>
  ctx.transaction(async (ctx) => {
    for (let event = 0; event < events; event += 1) {
      audit(ctx, action, { subject: { entity: 'USERS', id: ctx.tenant.id, name: 'somebody' } })
    }
  })
