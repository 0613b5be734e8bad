import type { BitLayout } from '@signet/card/chip/bit-layout'
import type { CardKeyName, CardType } from '@signet/card/chip/card-types'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/** What is written to cards of one type; the keys of the cards are sealed. */
export interface SmartCardProfileRow {
  tenant_id: string
  id: string
  card_type: CardType
  name: string
  name_key: string
  description: string
  layout: ColumnType<BitLayout, string, string>
  facility_code: number
  issue_level: number
  block: number
  sealed_keys: Buffer
  /** Which of the keys there are. */
  key_names: CardKeyName[]
  version: Generated<number>
  created_at: Date
  modified_at: Date
  modified_by: string
}

/** A card of the inventory, blank or written. */
export interface SmartCardRow {
  tenant_id: string
  id: string
  serial: string
  /** The serial number in small letters. */
  serial_key: GeneratedAlways<string>
  /** The chip's own number, in hexadecimal capitals. */
  csn: string | null
  card_type: CardType
  /** Whose; null while nobody has it. */
  user_id: string | null
  is_withdrawn: boolean
  created_at: Date
  assigned_at: Date | null
  modified_at: Date
  modified_by: string
  version: Generated<number>
}

/** The groups whose administrators see a card that nobody has. */
interface SmartCardGroupRow {
  tenant_id: string
  smart_card_id: string
  group_id: string
}

export interface SmartCardTables {
  smart_cards: SmartCardRow
  smart_card_groups: SmartCardGroupRow
  smart_card_profiles: SmartCardProfileRow
}
