import { z } from 'zod'
import type { Route } from '../kit/routes.ts'
import { resourceRules } from '../modules/access/resource-rules/index.ts'

const Removed = z.object({ id: z.uuid() })

const deletesApplication: ReadonlySet<string> = new Set([
  'deleteOidcApplication',
  'deleteAuthApiApplication',
  'deleteIdgApplication',
  'deleteAgentApplication',
  'deleteRadiusApplication',
  'deleteSamlApplication',
])

/**
 * Deletes the resource rules of an application in the transaction that deletes it. Applications do
 * not know the rules, which are in an area above.
 */
export const withItsRules = (route: Route): Route => {
  if (!deletesApplication.has(route.name)) return route
  return {
    ...route,
    handle: (ctx, input) =>
      ctx.transaction(async (ctx) => {
        const done = await route.handle(ctx, input)
        await resourceRules.removeOf(ctx, Removed.parse(input.params).id)
        return done
      }),
  }
}
