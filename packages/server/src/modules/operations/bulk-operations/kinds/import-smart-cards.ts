import { SmartCardSerial } from '@signet/contract/issuance/smart-cards'
import { oneOf } from '@signet/rules/membership'
import { chipNumber, smartCardTypes } from '@signet/rules/smart-cards'
import { type Context, mayDo } from '../../../../kit/context.ts'
import { smartCardSets } from '../../../issuance/smart-cards/index.ts'
import {
  type BulkWork,
  created,
  denied,
  existingSubject,
  failed,
  faultBy,
  type Performing,
  type RowFault,
  type ValueRow,
  type Verdict,
} from '../bulk-work.ts'
import { groupsOf, readGroups, unknownGroup } from './named-groups.ts'
import { nameOfSerial } from './target-held.ts'

type NewCard = Parameters<typeof smartCardSets.insert>[1][number]

interface Wanted {
  readonly row: ValueRow
  readonly card: NewCard
}

const isCardType = oneOf(smartCardTypes)

const serialKey = (row: ValueRow): string => nameOfSerial(row).toLowerCase()
const chipOf = ({ values: { csn } }: ValueRow): string | null =>
  csn === undefined ? null : chipNumber(csn)

/** The card that a row describes, but for its groups; or what cannot be read of it. */
const described = (row: ValueRow): Omit<NewCard, 'groups'> | RowFault => {
  const serial = SmartCardSerial.safeParse(nameOfSerial(row))
  if (!serial.success) return { code: 'bulk_value_unfit', column: 'serialNumber' }
  const cardType = row.values.cardType?.toUpperCase()
  if (!isCardType(cardType)) return { code: 'bulk_value_unfit', column: 'cardType' }
  const csn = chipOf(row)
  if (csn === null && row.values.csn !== undefined)
    return { code: 'bulk_value_unfit', column: 'csn' }
  return { serial: serial.data, csn, card_type: cardType }
}

/** What becomes of a row: a verdict, or a card to take in. */
const judgeWith = async (
  ctx: Context,
  rows: readonly ValueRow[],
  existing: Performing['existing'],
) => {
  const groups = await readGroups(ctx, rows)
  const found = await smartCardSets.findTaken(ctx, {
    serialKeys: rows.map(serialKey),
    csns: rows.flatMap((row) => chipOf(row) ?? []),
  })
  const taken = new Set(found.map(({ serial_key: key }) => key))
  const chips = new Set(found.map(({ csn }) => csn))
  const withoutGroups = await faultBy(() => smartCardSets.expectStockRights(ctx, []))
  return (row: ValueRow): Verdict | Wanted => {
    const refuse = (fault: RowFault): Verdict => failed(row, nameOfSerial(row), fault)
    if (taken.has(serialKey(row))) {
      return existingSubject(row, nameOfSerial(row), { existing, column: 'serialNumber' })
    }
    const card = described(row)
    if ('code' in card) return refuse(card)
    // Another card's chip: the row is wrong, whatever is done with cards that are there.
    if (card.csn !== null && chips.has(card.csn)) {
      return refuse({ code: 'bulk_subject_exists', column: 'csn' })
    }
    const unknown = unknownGroup(row, groups)
    if (unknown !== null) return refuse(unknown)
    const ids = groupsOf(row, groups).map(({ id }) => id)
    if (ids.length === 0 && withoutGroups !== null) {
      return refuse({ ...withoutGroups, column: 'group' })
    }
    return { row, card: { ...card, groups: ids } }
  }
}

const chipPrefix = 'c:'

/** Takes cards into the inventory, as boxes of blank cards are delivered with a list. */
export const importSmartCards: BulkWork = {
  kind: 'importsmartcards',
  touches: ['smart_cards'],
  overlaps: true,
  nameOf: nameOfSerial,
  keysOf: (row) => {
    const chip = chipOf(row)
    return [`s:${serialKey(row)}`, ...(chip === null ? [] : [`${chipPrefix}${chip}`])]
  },
  columnOfKey: (_, key) => (key.startsWith(chipPrefix) ? 'csn' : 'serialNumber'),
  perform: async (ctx, rows, { dryRun, existing }) => {
    if (!mayDo(ctx, ['SMARTCARDS', 'ADD'])) {
      return denied(rows, nameOfSerial)
    }
    const judge = await judgeWith(ctx, rows, existing)
    const all = rows.map(judge)
    const wanted = all.flatMap((each) => ('card' in each ? [each] : []))
    const cards = wanted.map(({ card }) => card)
    const made = dryRun ? [] : await smartCardSets.insert(ctx, cards)
    const refused = all.flatMap((each) => ('card' in each ? [] : [each]))
    return [...refused, ...created(wanted, nameOfSerial, made)]
  },
}
