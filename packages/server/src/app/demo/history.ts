import type { PendingEvent } from '../../kit/audit-entry.ts'
import { auditStatements } from '../../kit/audit-rows.ts'
import type { Context } from '../../kit/context.ts'

const dayMillis = 86_400_000
const days = 30

interface Actor {
  readonly kind: 'user'
  readonly id: string
  readonly name: string
}

/** Fewer sign-ins on weekends, most in the morning: a day's worth for one date. */
const timesOf = (midnight: number, seed: number): number[] => {
  const weekday = new Date(midnight).getUTCDay()
  const count = weekday === 0 || weekday === 6 ? 6 : 24 + (seed % 9)
  return Array.from(
    { length: count },
    (_, at) => midnight + (7 + ((at * 11 + seed) % 13)) * 3_600_000 + ((at * 977) % 3600) * 1000,
  )
}

const eventOf = (ctx: Context, at: number, actor: Actor): PendingEvent => {
  const failed = at % 17 === 3
  return {
    id: ctx.platform.ids.uuid(),
    at: new Date(at),
    action: 'AUTHENTICATION',
    outcome: failed ? 'FAILURE' : 'SUCCESS',
    actor,
    subject: { entity: 'USERS', id: actor.id, name: actor.name },
    attributes: { authenticator: at % 5 === 0 ? 'PASSKEY' : 'PASSWORD' },
  }
}

/** Thirty days of sign-ins, some of them failed. */
export const insertHistory = async (
  ctx: Context,
  users: ReadonlyMap<string, string>,
): Promise<void> => {
  const everyone = [...users].map(([name, id]): Actor => ({ kind: 'user', id, name }))
  const today = Math.floor(ctx.platform.clock.now().getTime() / dayMillis) * dayMillis
  for (let day = days; day > 0; day -= 1) {
    const events = timesOf(today - day * dayMillis, day).map((at, index) => {
      const actor = everyone[(day * 31 + index * 7) % everyone.length]
      return actor === undefined ? [] : [eventOf(ctx, at, actor)]
    })
    for (const statement of auditStatements(ctx, events.flat()))
      await ctx.db.executeQuery(statement)
  }
}
