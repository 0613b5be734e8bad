import type { Context } from '../../../kit/context.ts'
import type { Route } from '../../../kit/routes.ts'
import { rows, settings } from '../../settings/families/index.ts'
import { engine } from '../sign-in/index.ts'
import { lockWatch } from './watches.repository.ts'
import { holdsNow } from './weakest-ways.service.ts'

const isHolding = /^PUT \/api\/web\/v\d\/settings\/heldstatements$/

const isHeld = async (ctx: Context): Promise<boolean> =>
  (await settings.heldStatements(ctx)).administratorsPhishingResistant

/**
 * Weighs a change while a statement of the weakest ways in is held, in its own transaction: one by
 * which it holds no longer is taken back, and so is holding one that does not hold. What held no
 * longer before stops no change. @throws held_statement_broken
 */
export const holdingStatements = (route: Route): Route => {
  const { endpoint, handle } = route
  // What a call declares is what is weighed.
  if (!endpoint.errors.some((code) => code === 'held_statement_broken')) return route
  const begins = isHolding.test(`${endpoint.method} ${endpoint.path}`)
  return {
    ...route,
    handle: async (ctx, input) => {
      if (!begins && !(await isHeld(ctx))) return handle(ctx, input)
      try {
        return await ctx.transaction(async (ctx) => {
          // One after the other: two that hold each by itself may break it together.
          await lockWatch(ctx)
          const before = begins || (await holdsNow(await engine.afresh(ctx)))
          const answer = await handle(ctx, input)
          const after = await engine.afresh(ctx)
          const isOver = before && (await isHeld(after)) && !(await holdsNow(after))
          if (isOver) engine.expectAccepted(ctx, 'held_statement_broken')
          return answer
        })
      } finally {
        // What was written may have been read back before it was committed, or taken back.
        rows.policies.forget(ctx)
      }
    },
  }
}
