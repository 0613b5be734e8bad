import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import type { Route } from '../../../kit/routes.ts'
import { rows, settings } from '../../settings/families/index.ts'
import { engine } from '../sign-in/index.ts'
import { lockWatch } from './watches.repository.ts'
import { holdsNow } from './weakest-ways.service.ts'

const isHolding = /^PUT \/api\/web\/v\d\/settings\/heldstatements$/

const isHeld = async (ctx: Context): Promise<boolean> =>
  (await settings.heldStatements(ctx)).administratorsPhishingResistant

interface Weighing {
  /** Holds a statement from now on. */
  readonly begins: boolean
  /** @throws what refuses the change */
  readonly refuse: (ctx: Context) => void
}

/** A change with what is held before and after it, in one transaction; `refuse` takes it back. */
const weighed = async <T>(
  ctx: Context,
  { begins, refuse }: Weighing,
  change: (ctx: Context) => Promise<T>,
): Promise<T> => {
  if (!begins && !(await isHeld(ctx))) return change(ctx)
  try {
    return await ctx.transaction(async (ctx) => {
      // One after the other: two that hold each by itself may break it together.
      await lockWatch(ctx)
      const before = begins || (await holdsNow(await engine.afresh(ctx)))
      const answer = await change(ctx)
      const after = await engine.afresh(ctx)
      const isOver = before && (await isHeld(after)) && !(await holdsNow(after))
      if (isOver) refuse(ctx)
      return answer
    })
  } finally {
    // What was written may have been read back before it was committed, or taken back.
    rows.policies.forget(ctx)
  }
}

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
  const refuse = (ctx: Context): void => engine.expectAccepted(ctx, 'held_statement_broken')
  return {
    ...route,
    handle: (ctx, input) => weighed(ctx, { begins, refuse }, async (ctx) => handle(ctx, input)),
  }
}

/**
 * Weighs the password that an invited user chooses in the same way, in a transaction of its own. The user
 * is shown what to do instead, and accepts no exception as an administrator may.
 * @throws passkey_required
 */
export const weighingPassword = <T>(
  ctx: Context,
  choose: (ctx: Context) => Promise<T>,
): Promise<T> => {
  const refuse = (): never => {
    throw new ApiError('passkey_required')
  }
  return weighed(ctx, { begins: false, refuse }, (ctx) => ctx.transaction(choose))
}
