import { heldStatementsFamily } from '@signet/contract/settings/heldstatements'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { settings } from '../../settings/families/index.ts'
import { engine } from '../sign-in/index.ts'
import { beginWatch, claimWatches, endWatch, lockWatch, noteBroken } from './watches.repository.ts'
import { stateNow } from './weakest-ways.service.ts'

/* What no call can refuse (time passes, directories, bulk operations, users' own authenticators) is found by a check. */

const subject = {
  entity: 'SETTINGS',
  id: heldStatementsFamily.name,
  name: 'administrators_phishing_resistant',
} as const

/** A change of what is held, with the check that goes with it. */
export const watching =
  <Input, Answer>(update: (ctx: Context, input: Input) => Promise<Answer>) =>
  (outer: Context, input: Input): Promise<Answer> =>
    outer.transaction(async (ctx) => {
      const answer = await update(ctx, input)
      const { administratorsPhishingResistant: held } = await settings.heldStatements(
        await engine.afresh(ctx),
      )
      await (held ? beginWatch(ctx) : endWatch(ctx))
      return answer
    })

/** Tells once that the statement was broken, and once that it holds again. */
const checkTenant = (outer: Context): Promise<void> =>
  outer.transaction(async (ctx) => {
    const watch = await lockWatch(ctx)
    if (watch === undefined) return
    const { state, users, names } = await stateNow(await engine.afresh(ctx))
    if (state === 'BROKEN' && watch.broken_at === null) {
      await noteBroken(ctx, ctx.platform.clock.now())
      audit(ctx, 'HELD_STATEMENT_BROKEN', { subject, attributes: { users, names } })
    }
    if (state === 'HOLDS' && watch.broken_at !== null) {
      await noteBroken(ctx, null)
      audit(ctx, 'HELD_STATEMENT_RESTORED', { subject })
    }
  })

const mostAtOnce = 20

/** Checks the statement of every tenant whose turn it is; `contextOf` opens one that has not ended. */
export const checkHeldStatements = async (
  platform: Context['platform'],
  contextOf: (tenantId: string) => Promise<Context | null>,
): Promise<void> => {
  for (const tenantId of await claimWatches(platform, mostAtOnce)) {
    try {
      const ctx = await contextOf(tenantId)
      if (ctx === null || ctx.tenant.locked) continue
      await platform.secrets.ready(tenantId)
      await checkTenant(ctx)
    } catch (error) {
      // One tenant's trouble holds up no other.
      platform.log.warn({ err: error, tenantId }, 'a held statement could not be checked')
    }
  }
}
