import type { Context } from '../../../kit/context.ts'
import type { Route } from '../../../kit/routes.ts'
import { rows, settings } from '../../settings/families/index.ts'
import { engine } from '../sign-in/index.ts'
import { holdsNow } from './weakest-ways.service.ts'

/** Calls after which there may be a cheaper way to an administrator. */
const weighed =
  /^(?:(?:POST|PUT|DELETE) \/api\/web\/v\d\/(?:authenticationflows|resourcerules|groups\/:id\/users|whatifs\/:id\/publish|settings\/(?:entrustst|fido|general|grouppolicy|kba|magiclink|otp|passwordreset|registration|tempaccesscode|usercertauthenticator))|(?:PUT|DELETE) \/api\/web\/v\d\/(?:identityproviders|fidotokens)|(?:POST|PUT) \/api\/web\/v\d\/applications\/adminapi|PUT \/api\/web\/v\d\/(?:siteroles|userauthorizationgroup|users\/:userid\/roles))(?:\/|$)/i

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
  const call = `${endpoint.method} ${endpoint.path}`
  const begins = isHolding.test(call)
  if (!begins && !weighed.test(call)) return route
  return {
    ...route,
    handle: async (ctx, input) => {
      if (!begins && !(await isHeld(ctx))) return handle(ctx, input)
      try {
        return await ctx.transaction(async (ctx) => {
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
