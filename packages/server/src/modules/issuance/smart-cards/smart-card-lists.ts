import type {
  AssignedSmartCardPageRequest,
  UnassignedSmartCardPageRequest,
} from '@signet/contract/issuance/smart-cards'
import { chipNumber } from '@signet/rules/smart-cards'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { beginsWith, keysetList } from '../../../kit/lists.ts'
import { seesGroup } from '../../identity/groups/index.ts'
import { presentCard } from './smart-cards.present.ts'
import { cardInSight, cardsOf, isForAny } from './smart-cards.repository.ts'

type Assigned = z.output<typeof AssignedSmartCardPageRequest>
type Unassigned = z.output<typeof UnassignedSmartCardPageRequest>

interface Wanted extends Pick<Assigned, 'limit' | 'cursor' | 'descending'> {
  readonly isAssigned: boolean
  readonly search?: string | undefined
  readonly cardType?: Assigned['cardType']
  readonly state?: Unassigned['state']
  readonly groupId?: string | undefined
  readonly userId?: string | undefined
}

/** A prefix of either number; a chip's may be typed as readers print it. */
const isNumbered = (search: string) => {
  const csn = chipNumber(search) ?? search.replaceAll(/[ :-]/g, '').toUpperCase()
  const bySerial = beginsWith(sql.ref('c.serial_key'), search.toLowerCase())
  return sql<boolean>`(${bySerial} or ${beginsWith(sql.ref('c.csn'), csn)})`
}

const matching = (ctx: Context, wanted: Wanted) => {
  const { isAssigned, search, cardType, state, groupId, userId } = wanted
  let query = cardsOf(ctx)
    .where('c.user_id', isAssigned ? 'is not' : 'is', null)
    .where(cardInSight(ctx))
  if (search !== undefined) query = query.where(isNumbered(search))
  if (cardType !== undefined) query = query.where('c.card_type', '=', cardType)
  if (state !== undefined) query = query.where('c.is_withdrawn', '=', state === 'WITHDRAWN')
  if (groupId !== undefined) {
    query = query.where(isForAny(seesGroup(ctx, groupId) ? [groupId] : []))
  }
  if (userId !== undefined) query = query.where('c.user_id', '=', userId)
  return query
}

/** By serial number. */
const list = keysetList({
  name: 'smart-cards',
  keys: [['serial_key', 'text']],
  rows: matching,
  present: (ctx, rows) => rows.map((card) => presentCard(ctx, card)),
})

/** Cards that people have whom the actor manages. */
export const listAssigned = (ctx: Context, wanted: Assigned) =>
  list(ctx, { ...wanted, isAssigned: true })

/** Cards that nobody has, of the groups the actor is limited to. */
export const listUnassigned = (ctx: Context, wanted: Unassigned) =>
  list(ctx, { ...wanted, isAssigned: false })
