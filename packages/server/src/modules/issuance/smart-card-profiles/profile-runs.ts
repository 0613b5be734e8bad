import { greatestOf, tooGreat } from '@signet/card/chip/bit-layout'
import type { CardType } from '@signet/card/chip/card-types'
import type {
  SmartCardFormat,
  SmartCardRun,
  SmartCardTest,
} from '@signet/contract/issuance/smart-card-profiles'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import { expectAllGroups } from '../../../kit/authorize.ts'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { withCardReader } from '../site-agents/index.ts'
import { type CardPlan, formatCard, testCard } from './card-runs.ts'
import type { CardChannel } from './channel.ts'
import { cardKeysOf } from './profile-keys.ts'
import { simulatedCard } from './simulated-card.ts'
import type { Named, StoredProfile } from './smart-card-profiles.repository.ts'
import { profiles } from './smart-card-profiles.service.ts'

type Run = z.input<typeof SmartCardRun>
type Place = Pick<z.output<typeof SmartCardTest>, 'reader' | 'card'>
type Simulated = Place['card']

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

/** @throws ISSUANCE_CARD_READER_NOT_FOUND, _BUSY for a reader of a site agent */
const withCard = (
  ctx: Context,
  plan: CardPlan,
  { reader, card, work }: Place & { readonly work: (channel: CardChannel) => Promise<Run> },
): Promise<Run> =>
  reader === null
    ? work(inReader(ctx, plan, card))
    : withCardReader(ctx, reader, (exchange) => work({ exchange }))

interface Told {
  readonly action: 'SMART_CARD_FORMATTED' | 'SMART_CARD_TESTED'
  readonly run: Run
  readonly reader: Place['reader']
}

const told = async (
  ctx: Context,
  row: StoredProfile,
  { action, run, reader }: Told,
): Promise<Run> => {
  const failed = run.steps.find(({ outcome }) => outcome === 'FAILED')?.step ?? null
  await ctx.transaction(async (ctx) => {
    const after = { serialNumber: run.serialNumber, failed, reader }
    audit(ctx, action, { subject: { entity: 'SMARTCARDS', id: row.id, name: row.name }, after })
  })
  return run
}

/**
 * @throws ISSUANCE_SMART_CARD_NOT_CONFIRMED unless the profile's name is typed, rights_not_held,
 * ISSUANCE_CARD_READER_NOT_FOUND, _BUSY
 */
export const format = async (
  ctx: Context,
  named: Named,
  { reader, card, confirm }: z.output<typeof SmartCardFormat>,
): Promise<Run> => {
  const row = await profiles.find(ctx, named)
  expectAllGroups(ctx)
  if (confirm !== row.name) throw new ApiError('ISSUANCE_SMART_CARD_NOT_CONFIRMED')
  const plan = await planOf(ctx, named.type, row)
  const work = (channel: CardChannel): Promise<Run> => formatCard(channel, plan)
  const run = await withCard(ctx, plan, { reader, card, work })
  return told(ctx, row, { action: 'SMART_CARD_FORMATTED', run, reader })
}

/**
 * @throws ISSUANCE_SMART_CARD_VALUE_INVALID for a number that has no room, rights_not_held,
 * ISSUANCE_CARD_READER_NOT_FOUND, _BUSY
 */
export const test = async (
  ctx: Context,
  named: Named,
  { reader, card, cardNumber }: z.output<typeof SmartCardTest>,
): Promise<Run> => {
  const row = await profiles.find(ctx, named)
  expectAllGroups(ctx)
  const { layout } = row
  const values = { cardNumber, facilityCode: row.facility_code, issueLevel: row.issue_level }
  if (tooGreat(layout, values).length > 0) {
    const most = greatestOf(layout, 'CARD_NUMBER')
    throw new ApiError('ISSUANCE_SMART_CARD_VALUE_INVALID', { parameters: { most } })
  }
  const plan = await planOf(ctx, named.type, row)
  const work = (channel: CardChannel): Promise<Run> => testCard(channel, plan, { layout, values })
  const run = await withCard(ctx, plan, { reader, card, work })
  return told(ctx, row, { action: 'SMART_CARD_TESTED', run, reader })
}
