import { type Context, signedInUser } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { errorCodeOf, isUniqueViolation } from '../../../platform/db/sql-errors.ts'
import { reserve, settle } from '../../authenticators/attempts/index.ts'
import { grids, type StoredGrid } from '../../authenticators/grids/index.ts'
import { freshlyProven } from '../../authenticators/owners/index.ts'
import { expectProvisioned } from '../../settings/families/index.ts'

/** What is asked of somebody who says that they hold a card; the same cells for every card. */
const subjectOf = (userId: string): string => `claim:${userId}`

interface Claim {
  readonly serialNumber: string
  readonly response: string
}

/** Cells of a card in hand, whether there is such a card or not. */
export const ask = async (ctx: Context, serial: string) => {
  const { id } = signedInUser(ctx)
  const card = await grids.claimed(ctx, { userId: id, serial })
  const cards = card === undefined ? [] : [card]
  const { shown } = await grids.askCells(ctx, { subject: subjectOf(id), cards }, [serial])
  return shown
}

/** A wrong answer and a card that is not there cost the same and are told alike. */
const proven = async (ctx: Context, userId: string, { serialNumber, response }: Claim) => {
  const asked = await grids.asked(ctx, subjectOf(userId))
  if (asked === undefined) throw new ApiError('grid_challenge_expired')
  const holder = await reserve(ctx, { userId, factor: 'GRID', device: null })
  if (holder === null) throw new ApiError('invalid_user_response_locked')
  const card = await grids.claimed(ctx, { userId, serial: serialNumber })
  const answering = card === undefined ? null : { ...card, asked_cells: asked.cells }
  if (answering === null || !(await grids.isAnswer(ctx, answering, response))) {
    throw new ApiError('invalid_user_response')
  }
  return { holder, challenge: asked.id, answering }
}

/** Another call answered the challenge first. */
const overtaken = (error: unknown): never => {
  if (errorCodeOf(error) !== '22012' && !isUniqueViolation(error)) throw error
  throw new ApiError('grid_challenge_expired', { cause: error })
}

/**
 * Takes a card over that nobody has, or activates one's own: the answer shows that it is in hand.
 * @throws grid_challenge_expired, invalid_user_response, invalid_user_response_locked
 */
export const assign = async (ctx: Context, claim: Claim): Promise<StoredGrid> => {
  await expectProvisioned(ctx, 'GRID')
  const { id, name } = freshlyProven(ctx)
  const { holder, challenge, answering } = await proven(ctx, id, claim)
  await ctx.platform.secrets.ready(ctx.tenant.id)
  const card = await ctx.transaction(async (ctx) => {
    const present = await grids.locked(ctx, { serial: claim.serialNumber }, () => {})
    const own = present.user_id === null ? await grids.assign(ctx, present, id) : present
    const answered = { ...own, asked_cells: answering.asked_cells }
    const user = { id, name }
    const uses = await grids.useOf(ctx, { card: answered, challenge, subject: subjectOf(id), user })
    for (const use of uses) await ctx.db.executeQuery(use).catch(overtaken)
    return grids.readAgain(ctx, own.id)
  })
  await settle(ctx, holder)
  return card
}
