import type { Context } from '../../../../kit/context.ts'
import { tokenSets } from '../../../authenticators/tokens/index.ts'
import { type BulkWork, failed, type RowFault } from '../bulk-work.ts'
import { deletionOf, findHeld, keysOfHeld, nameOfHeld, verdictOnHeld } from './target-held.ts'
import { type TokenTarget, tokenInventory } from './target-tokens.ts'

type Accepted = Awaited<ReturnType<typeof tokenSets.matchPair>>

/** What two codes in a row tell of the token's clock; null without codes. */
const judged = async (
  ctx: Context,
  { row, held: token }: TokenTarget,
): Promise<{ readonly fault: RowFault } | { readonly accepted: Accepted }> => {
  const { response, nextResponse } = row.values
  const hasCodes = response !== undefined || nextResponse !== undefined
  const states = hasCodes ? ['ACTIVE'] : ['ACTIVE', 'INACTIVE']
  if (!states.includes(token.state)) return { fault: { code: 'token_invalid_state' } }
  if (!hasCodes) return { accepted: null }
  if (response === undefined || nextResponse === undefined) {
    const column = response === undefined ? 'response' : 'nextResponse'
    return { fault: { code: 'bulk_value_missing', column } }
  }
  const accepted = await tokenSets.matchPair(ctx, token, [response, nextResponse])
  return accepted === null
    ? { fault: { code: 'invalid_user_response', column: 'response' } }
    : { accepted }
}

const resetting = { needs: ['TOKENS', 'EDIT'], inventory: tokenInventory } as const

/** Brings tokens back whose clock has run away: by two codes in a row, or by forgetting its drift. */
export const resetTokens: BulkWork = {
  kind: 'resettokens',
  touches: ['tokens'],
  nameOf: nameOfHeld,
  keysOf: keysOfHeld,
  perform: async (ctx, rows, { dryRun }) => {
    const { targets, refused } = await findHeld(ctx, rows, resetting)
    const verdicts = [...refused]
    const resets: Parameters<typeof tokenSets.reset>[1][number][] = []
    for (const target of targets) {
      const outcome = await judged(ctx, target)
      if ('fault' in outcome) verdicts.push(failed(target.row, target.held.serial, outcome.fault))
      else {
        resets.push({ token: target.held, accepted: outcome.accepted })
        verdicts.push(verdictOnHeld(tokenInventory, target, 'UPDATE'))
      }
    }
    if (!dryRun) await tokenSets.reset(ctx, resets)
    return verdicts
  },
}

/** Their owners are told. */
export const deleteTokens = deletionOf({
  kind: 'deletetokens',
  touches: ['tokens'],
  needs: ['TOKENS', 'REMOVE'],
  inventory: tokenInventory,
  remove: tokenSets.remove,
})
