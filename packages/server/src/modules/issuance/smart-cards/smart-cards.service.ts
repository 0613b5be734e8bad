import type { SmartCardChange } from '@signet/contract/issuance/smart-cards'
import { chipNumber } from '@signet/rules/smart-cards'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import { actorName, type Context, expectVersion } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { versioned } from '../../../kit/routes.ts'
import { foundOr, unique } from '../../../kit/rows.ts'
import { removeRows, updateRow } from '../../../platform/db/row-sets.ts'
import { expectAuthority } from '../../authenticators/owners/index.ts'
import { expectGroups, groupsInSight, seesGroup } from '../../identity/groups/index.ts'
import { presentCard, stateOf } from './smart-cards.present.ts'
import * as repository from './smart-cards.repository.ts'

type Stored = repository.StoredCard
type Wanted = z.output<typeof SmartCardChange>

const orNotFound = foundOr('not_found')

const subjectOf = ({ id, serial }: Pick<Stored, 'id' | 'serial'>) => ({
  entity: 'SMARTCARDS',
  id,
  name: serial,
})

/** @throws not_found for a card that the actor does not manage, too */
export const read = async (ctx: Context, id: string) => {
  const card = orNotFound(await repository.findCard(ctx, id))
  return versioned(presentCard(ctx, card), card.version)
}

const inUse = (): ApiError => new ApiError('smart_card_in_use')

/** @throws not_found, precondition_failed, rights_not_held over whoever has it; in a transaction */
const locked = async (ctx: Context, id: string): Promise<Stored> => {
  const card = orNotFound(await repository.lockCard(ctx, id))
  if (card.user_id !== null) await expectAuthority(ctx, card.user_id)
  expectVersion(ctx, card.version)
  return card
}

/**
 * Cards that are for nobody in particular are for those who see everybody.
 * @throws rights_not_held, group_not_found; in a transaction
 */
const expectStockRights = async (ctx: Context, groups: readonly string[]): Promise<void> => {
  if (groupsInSight(ctx) !== 'ALL' && groups.length === 0) throw new ApiError('rights_not_held')
  await expectGroups(ctx, groups)
}

/** Groups that the actor does not know of stay. */
const regroup = async (ctx: Context, card: Stored, wanted: readonly string[]): Promise<void> => {
  const groups = [...new Set(wanted)]
  await expectStockRights(ctx, groups)
  const hidden = card.groups.map(({ id }) => id).filter((id) => !seesGroup(ctx, id))
  await repository.replaceGroups(ctx, card.id, [...groups, ...hidden])
}

/** Whose the card is from now on. @throws smart_card_in_use, user_not_found, rights_not_held */
const holding = async (
  ctx: Context,
  card: Stored,
  { userId }: Wanted,
): Promise<Partial<Pick<Stored, 'user_id' | 'assigned_at'>>> => {
  if (userId === undefined || userId === card.user_id) return {}
  if (userId === null) return { user_id: null, assigned_at: null }
  if (card.user_id !== null) throw inUse()
  const { id } = await expectAuthority(ctx, userId)
  return { user_id: id, assigned_at: ctx.platform.clock.now() }
}

const columnsOf = async (ctx: Context, card: Stored, wanted: Wanted) => {
  const { serialNumber, csn, cardType, withdrawn } = wanted
  const columns = {
    ...(await holding(ctx, card, wanted)),
    ...(serialNumber === undefined ? {} : { serial: serialNumber }),
    ...(csn === undefined ? {} : { csn: csn === null ? null : chipNumber(csn) }),
    ...(cardType === undefined ? {} : { card_type: cardType }),
    ...(withdrawn === undefined ? {} : { is_withdrawn: withdrawn }),
    modified_at: ctx.platform.clock.now(),
    modified_by: actorName(ctx),
  }
  const after = { ...card, ...columns }
  if (after.user_id !== null && after.is_withdrawn) {
    throw withdrawn === true ? inUse() : new ApiError('smart_card_withdrawn')
  }
  if (after.user_id !== null && wanted.groups !== undefined) throw inUse()
  return columns
}

/** What the journal tells of a card. */
const shown = (card: Stored) => ({
  serialNumber: card.serial,
  csn: card.csn,
  cardType: card.card_type,
  state: stateOf(card),
  user: card.owner_name,
  groups: card.groups.map(({ name }) => name).join(', '),
})

const attributesOf = ({ user_id: user }: Pick<Stored, 'user_id'>) => (user === null ? {} : { user })

const refusingDuplicates = unique({
  smart_cards_tenant_id_serial_key_key: 'smart_card_exists',
  smart_cards_tenant_id_csn_key: 'smart_card_exists',
})

/**
 * What is left out stays.
 * @throws not_found, group_not_found, user_not_found, rights_not_held, smart_card_exists,
 *   smart_card_in_use, smart_card_withdrawn, precondition_failed
 */
export const update = (ctx: Context, id: string, wanted: Wanted) =>
  refusingDuplicates(() =>
    ctx.transaction(async (ctx) => {
      const before = await locked(ctx, id)
      const to = await columnsOf(ctx, before, wanted)
      if (wanted.groups !== undefined) await regroup(ctx, before, wanted.groups)
      await updateRow(ctx, 'smart_cards', { id: before.id, ...to })
      const after = await repository.readCardAgain(ctx, id)
      audit(ctx, 'SMART_CARD_UPDATED', {
        subject: subjectOf(after),
        before: shown(before),
        after: shown(after),
        attributes: { ...attributesOf(before), ...attributesOf(after) },
      })
      return versioned(presentCard(ctx, after), after.version)
    }),
  )

/** @throws not_found, rights_not_held, smart_card_in_use, precondition_failed */
export const remove = (ctx: Context, id: string): Promise<undefined> =>
  ctx.transaction(async (ctx) => {
    const card = await locked(ctx, id)
    if (card.user_id !== null) throw inUse()
    await removeRows(ctx, 'smart_cards', [card])
    audit(ctx, 'SMART_CARD_DELETED', { subject: subjectOf(card), before: shown(card) })
    return undefined
  })

/** Puts cards into the inventory, each with its event; their ids, in order. In a transaction. */
const insert = async (
  ctx: Context,
  wanted: readonly Omit<repository.NewCard, 'id'>[],
): Promise<readonly string[]> => {
  if (wanted.length === 0) return []
  const cards = wanted.map((card) => ({ ...card, id: ctx.platform.ids.uuid() }))
  await repository.insertCards(ctx, cards, actorName(ctx))
  for (const card of cards) audit(ctx, 'SMART_CARD_CREATED', { subject: subjectOf(card) })
  return cards.map(({ id }) => id)
}

/** Cards by the hundred, for bulk operations: a few statements whatever their number. */
export const smartCardSets = { findTaken: repository.findTaken, insert, expectStockRights } as const
