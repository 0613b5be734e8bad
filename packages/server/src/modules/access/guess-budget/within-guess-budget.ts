import { ApiError } from '../../../kit/errors.ts'
import type { Route } from '../../../kit/routes.ts'
import { rows } from '../../settings/families/index.ts'
import { goesTooFar, readMeter } from './meter.ts'

/** Calls after which something may be easier to guess. */
const weighed =
  /^\/api\/web\/v\d\/(?:settings\/(?:general|grid|grouppolicy|guessbudget|lockout|otp|tempaccesscode|token)|whatifs\/:id\/publish)\b/

/**
 * Weighs what a change of settings has done, in its own transaction: one that makes guessing succeed
 * more often than the bound allows is taken back. @throws guess_budget_exceeded
 */
export const withinGuessBudget = (route: Route): Route => {
  const { endpoint, handle } = route
  if (endpoint.method === 'GET' || !weighed.test(endpoint.path)) return route
  return {
    ...route,
    handle: async (ctx, input) => {
      let isWritten = false
      try {
        return await ctx.transaction(async (ctx) => {
          await rows.policies.lock(ctx)
          const before = await readMeter(ctx)
          const answer = await handle(ctx, input)
          isWritten = true
          if (goesTooFar(before, await readMeter(ctx))) throw new ApiError('guess_budget_exceeded')
          return answer
        })
      } finally {
        // What was written may have been read back before it was committed, or taken back.
        if (isWritten) rows.policies.forget(ctx)
      }
    },
  }
}
