import { sql } from 'kysely'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { type StoredToken, tokenSets, tokens } from '../tokens/index.ts'
import { proven, type ShownCodes, stateOnceGiven, told } from './assignment.service.ts'

interface Keeper {
  readonly id: string
  readonly groups: readonly { readonly id: string }[]
}

interface Wanted extends ShownCodes {
  readonly token: StoredToken
  readonly user: Keeper
  /** They have it in their hands: no receipt is waited for. */
  readonly isHeld?: boolean
}

/** A token that may be given, as it stands then. */
export interface Given {
  readonly token: StoredToken
  readonly userId: string
  readonly state: StoredToken['state']
  readonly accepted: Awaited<ReturnType<typeof proven>>
}

/** @throws token_invalid_state, token_limit_reached, token_not_for_user, invalid_user_response */
type Judge = (wanted: Wanted) => Promise<Given>

/** Whether each may be given to whom, one after the other; their rows are held. */
const judge = async (
  ctx: Context,
  { owners, ids }: { readonly owners: readonly string[]; readonly ids: readonly string[] },
): Promise<Judge> => {
  const takeRoom = await tokenSets.rooms(ctx, owners)
  const groups = await tokens.groupsOf(ctx, ids)
  const isFor = ({ token, user }: Wanted): boolean => {
    const meant = groups.get(token.id) ?? []
    return meant.length === 0 || meant.some(({ id }) => user.groups.some((own) => own.id === id))
  }
  return async (wanted) => {
    const { token, user } = wanted
    const state =
      wanted.isHeld === true
        ? tokens.nextState(token, 'ASSIGN')
        : await stateOnceGiven(ctx, token, { ...wanted, keeper: user })
    if (!isFor(wanted)) throw new ApiError('token_not_for_user')
    const accepted = await proven(ctx, token, wanted)
    await takeRoom(user)
    return { token, userId: user.id, state, accepted }
  }
}

/** Gives many tokens, each with its event. */
const give = async (ctx: Context, all: readonly Given[]): Promise<void> => {
  if (all.length === 0) return
  const now = ctx.platform.clock.now()
  const rows = all.map(({ token, userId, state, accepted }) => ({
    id: token.id,
    user_id: userId,
    state,
    last_step: accepted?.step ?? token.last_step,
    drift_quarters: accepted?.driftQuarters ?? token.drift_quarters,
    activated_at: state === 'ACTIVE' ? now : token.activated_at,
  }))
  await sql`
    update tokens t set user_id = r.user_id, state = r.state, last_step = r.last_step,
      drift_quarters = r.drift_quarters, activated_at = r.activated_at, version = t.version + 1
    from jsonb_populate_recordset(null::tokens, ${JSON.stringify(rows)}::jsonb) r
    where t.tenant_id = ${ctx.tenant.id} and t.id = r.id`.execute(ctx.db)
  for (const { token, userId } of all) audit(ctx, 'TOKEN_ASSIGNED', told(token, userId))
}

/** Tokens of the inventory by the hundred: a few statements whatever their number. */
export const assignmentSets = { judge, give } as const
