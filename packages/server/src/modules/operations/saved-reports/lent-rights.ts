import { type Context, mayDo, type UserActor } from '../../../kit/context.ts'
import { withActor } from '../../../kit/create-context.ts'
import { type Lender, readLender } from '../../identity/principals/index.ts'

export type LentFault = 'LENDER_GONE' | 'LENDER_LOCKED' | 'RIGHTS_LOST'

/** The groups an actor is limited to, as text: equal texts, equal sight. */
export const sightOf = ({ groupScope }: Pick<UserActor, 'groupScope'>): string =>
  groupScope === 'ALL' ? groupScope : groupScope.toSorted().join()

const actorOf = (ctx: Context, { id, name, rights }: Lender, sessionId: string): UserActor => {
  const now = ctx.platform.clock.now()
  return {
    kind: 'user',
    id,
    name,
    sessionId,
    stepUpExpiresAt: null,
    authenticatedAt: now,
    ...rights,
  }
}

interface Lent {
  /** Of the user, with the rights they have now. */
  readonly ctx: Context
  readonly actor: UserActor
  readonly standing: string | null
}

/** Work on behalf of a user, with the rights they have now; else why not. */
export const lentContext = async (
  ctx: Context,
  userId: string,
  workId: string,
): Promise<Lent | { readonly fault: LentFault }> => {
  const lender = await readLender(ctx, userId)
  if (lender === null) return { fault: 'LENDER_GONE' }
  if (!lender.isUsable) return { fault: 'LENDER_LOCKED' }
  const actor = actorOf(ctx, lender, workId)
  return { ctx: withActor(ctx, actor), actor, standing: lender.standing }
}

/** As `lentContext`, of a user who may see reports now. */
export const onBehalfOf = async (
  ctx: Context,
  userId: string,
  workId: string,
): Promise<Lent | { readonly fault: LentFault }> => {
  const lent = await lentContext(ctx, userId, workId)
  if ('fault' in lent || mayDo(lent.ctx, ['REPORTS', 'VIEW'])) return lent
  return { fault: 'RIGHTS_LOST' }
}
