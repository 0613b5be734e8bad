import type { Context } from '../../../kit/context.ts'
import type { Notice } from './notices.ts'

export interface Recipient {
  readonly userId: string
  readonly address: string
  readonly name: string
  readonly locale: string | null
}

/**
 * Mails a notice to people who are not the ones it happened to, by jobs of the open transaction.
 * The tenant's secrets must be ready.
 */
export const mailPeople = async (
  ctx: Context,
  people: readonly Recipient[],
  { kind, values = {} }: Notice,
): Promise<void> => {
  const at = ctx.platform.clock.now().toISOString()
  const { address, userAgent: browser } = ctx.request
  const contents = people.map((to) => ({
    to: { ...to },
    kind,
    values: { ...values },
    at,
    address,
    browser,
  }))
  await ctx.platform.queue.enqueueAll(ctx.db, {
    tenantId: ctx.tenant.id,
    queue: 'mail',
    contents,
  })
}
