import { greatestOf, tooGreat } from '@signet/card/chip/bit-layout'
import type { CardType } from '@signet/card/chip/card-types'
import type {
  SmartCardFormat,
  SmartCardRun,
  SmartCardTest,
} from '@signet/contract/issuance/smart-card-profiles'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { type CardPlan, formatCard, testCard } from './card-runs.ts'
import { cardKeysOf } from './profile-keys.ts'
import { simulatedCard } from './simulated-card.ts'
import type { Named, StoredProfile } from './smart-card-profiles.repository.ts'
import { expectAllGroups, profileRow, subjectOf } from './smart-card-profiles.service.ts'

type Run = z.input<typeof SmartCardRun>
type Simulated = z.output<typeof SmartCardTest>['card']

const planOf = async (ctx: Context, type: CardType, row: StoredProfile): Promise<CardPlan> => ({
  type,
  block: row.block,
  keys: await cardKeysOf(ctx, type, row),
})

/** Before the last write, whatever the type. */
const leavesAfter = 3

/** A card that is made for one answer. */
const inReader = ({ platform }: Context, { type, keys }: CardPlan, kind: Simulated) => {
  const { random } = platform.ids
  const foreign = { read: random(keys.read.length), write: random(keys.write.length) }
  const factory = { read: keys.transport, write: keys.transport }
  const own = { BLANK: factory, FORMATTED: keys, FOREIGN: foreign, TAKEN_AWAY: keys }[kind]
  return simulatedCard(type, {
    serialNumber: random(type === 'MIFARE_CLASSIC' ? 4 : 8),
    keys: own,
    isBlank: kind === 'BLANK',
    leavesAfter: kind === 'TAKEN_AWAY' ? leavesAfter : null,
  })
}

const told = async (
  ctx: Context,
  row: StoredProfile,
  { action, run }: { action: 'SMART_CARD_FORMATTED' | 'SMART_CARD_TESTED'; run: Run },
): Promise<Run> => {
  const failed = run.steps.find(({ outcome }) => outcome === 'FAILED')?.step ?? null
  await ctx.transaction(async (ctx) => {
    const after = { serialNumber: run.serialNumber, failed }
    audit(ctx, action, { subject: subjectOf(row), after })
  })
  return run
}

/** @throws ISSUANCE_SMART_CARD_NOT_CONFIRMED unless the profile's name is typed, rights_not_held */
export const format = async (
  ctx: Context,
  named: Named,
  { card, confirm }: z.output<typeof SmartCardFormat>,
): Promise<Run> => {
  const row = await profileRow(ctx, named)
  expectAllGroups(ctx)
  if (confirm !== row.name) throw new ApiError('ISSUANCE_SMART_CARD_NOT_CONFIRMED')
  const plan = await planOf(ctx, named.type, row)
  const run = await formatCard(inReader(ctx, plan, card), plan)
  return told(ctx, row, { action: 'SMART_CARD_FORMATTED', run })
}

/** @throws ISSUANCE_SMART_CARD_VALUE_INVALID for a number that has no room, rights_not_held */
export const test = async (
  ctx: Context,
  named: Named,
  { card, cardNumber }: z.output<typeof SmartCardTest>,
): Promise<Run> => {
  const row = await profileRow(ctx, named)
  expectAllGroups(ctx)
  const { layout } = row
  const values = { cardNumber, facilityCode: row.facility_code, issueLevel: row.issue_level }
  if (tooGreat(layout, values).length > 0) {
    const most = greatestOf(layout, 'CARD_NUMBER')
    throw new ApiError('ISSUANCE_SMART_CARD_VALUE_INVALID', { parameters: { most } })
  }
  const plan = await planOf(ctx, named.type, row)
  const run = await testCard(inReader(ctx, plan, card), plan, { layout, values })
  return told(ctx, row, { action: 'SMART_CARD_TESTED', run })
}
