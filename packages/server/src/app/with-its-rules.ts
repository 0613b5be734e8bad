import { z } from 'zod'
import type { Route } from '../kit/routes.ts'
import { resourceRules } from '../modules/access/resource-rules/index.ts'

const Removed = z.object({ id: z.uuid() })

/**
 * Deleting an application deletes the rules about it, all or nothing: applications know of no rules,
 * which stand in an area above.
 */
export const withItsRules = (routes: readonly Route[], removing: string): readonly Route[] =>
  routes.map((route) => {
    if (route.name !== removing) return route
    return {
      ...route,
      handle: (ctx, input) =>
        ctx.transaction(async (ctx) => {
          const done = await route.handle(ctx, input)
          await resourceRules.removeOf(ctx, Removed.parse(input.params).id)
          return done
        }),
    }
  })
