import { type Context, mayDo } from '../../../kit/context.ts'
import { withActor } from '../../../kit/create-context.ts'
import { lendingActor, type PrincipalActor, readLender } from '../../identity/principals/index.ts'

type LentFault = 'LENDER_GONE' | 'LENDER_LOCKED' | 'RIGHTS_LOST'

/**
 * The only owner whose reports, tasks and bulk operations the actor sees; null for all. Those of
 * others may name people who are out of sight.
 */
export const ownerInSight = ({ actor }: Context): string | null =>
  'groupScope' in actor && actor.groupScope !== 'ALL' ? actor.id : null

/** The groups an actor is limited to, as text: equal texts, equal sight. */
export const sightOf = ({ groupScope }: Pick<PrincipalActor, 'groupScope'>): string =>
  groupScope === 'ALL' ? groupScope : groupScope.toSorted().join()

interface Lent {
  /** Of the lender, with the rights they have now. */
  readonly ctx: Context
  readonly actor: PrincipalActor
  readonly standing: string | null
}

/** Work on behalf of a user or application, with the rights they have now; else why not. */
export const lentContext = async (
  ctx: Context,
  lenderId: string,
  workId: string,
): Promise<Lent | { readonly fault: LentFault }> => {
  const lender = await readLender(ctx, lenderId)
  if (lender === null) return { fault: 'LENDER_GONE' }
  if (!lender.isUsable) return { fault: 'LENDER_LOCKED' }
  const actor = lendingActor(ctx, lender, workId)
  return { ctx: withActor(ctx, actor), actor, standing: lender.standing }
}

/** As `lentContext`, of one who may see reports now. */
export const onBehalfOf = async (
  ctx: Context,
  lenderId: string,
  workId: string,
): Promise<Lent | { readonly fault: LentFault }> => {
  const lent = await lentContext(ctx, lenderId, workId)
  if ('fault' in lent || mayDo(lent.ctx, ['REPORTS', 'VIEW'])) return lent
  return { fault: 'RIGHTS_LOST' }
}
