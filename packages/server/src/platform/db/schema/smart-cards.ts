import type { BitLayout } from '@signet/card/chip/bit-layout'
import type { CardKeyName, CardType } from '@signet/card/chip/card-types'
import type { ColumnType, Generated } from 'kysely'

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

export interface SmartCardTables {
  smart_card_profiles: SmartCardProfileRow
}
