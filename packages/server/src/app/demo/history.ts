import { centreOf } from '@signet/rules/country-centres'
import type { PendingEvent } from '../../kit/audit-entry.ts'
import { auditStatements } from '../../kit/audit-rows.ts'
import type { Context } from '../../kit/context.ts'
import { createContext } from '../../kit/create-context.ts'
import { placesBy } from '../../platform/places.ts'

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

/** Of documentation (RFC 5737), as if a file told their countries; the last one is private. */
const countries = {
  '192.0.2.7': 'CH',
  '198.51.100.20': 'DE',
  '203.0.113.9': 'US',
  '192.0.2.200': 'SG',
}
const addresses = [...Object.keys(countries), '10.20.30.40']
/** Which address each of a row of sign-ins comes from. */
const sharesOf = [0, 0, 1, 0, 2, 0, 1, 3, 0, 4]

const places = placesBy((address) => {
  const country = Object.entries(countries).find(([known]) => known === address)?.[1]
  const at = country === undefined ? null : centreOf(country)
  return country === undefined || at === null ? null : { country, region: null, city: null, ...at }
})

const cameFrom = (ctx: Context, address: string): Context =>
  createContext({
    ...ctx,
    platform: { ...ctx.platform, places },
    request: { ...ctx.request, address },
  })

/** Thirty days of sign-ins, some of them failed, from some countries. */
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
    for (const [at, address] of addresses.entries()) {
      const from = events.flat().filter((_, index) => sharesOf[index % sharesOf.length] === at)
      for (const statement of auditStatements(cameFrom(ctx, address), from)) {
        await ctx.db.executeQuery(statement)
      }
    }
  }
}
