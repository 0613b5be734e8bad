import type { WhatIfEffect } from '@signet/rules/risk/effects'
import type { RiskAction } from '@signet/rules/risk/score'
import type { ColumnType, Generated } from 'kysely'

type Json<T> = ColumnType<T, string, string>

/** A change that is tried on former decisions. */
export interface WhatIfRow {
  tenant_id: string
  id: string
  name: string
  change: Json<Record<string, unknown>>
  /** Rules, lists and measures as they are, and as they would be. */
  plans: Json<Record<string, unknown>>
  days: number
  state: 'WAITING' | 'RUNNING' | 'DONE' | 'FAILED'
  /** Ids of decisions begin with their time: between these, judged up to `cursor_id`. */
  first_id: string
  last_id: string
  cursor_id: string
  decisions: Generated<number>
  /** Of these, how many do not hold what they would have to be judged by. */
  unknown: Generated<number>
  /** Sign-ins by effect. */
  sign_ins: Json<Record<WhatIfEffect, number>>
  /** People by effect; null until all are judged. */
  people: ColumnType<Record<WhatIfEffect, number> | null, string | null, string | null>
  created_at: Date
  created_by: string
  ended_at: Date | null
  viewed_at: Date | null
  published_at: Date | null
  expires_at: Date
}

/** Somebody whose sign-ins would have come out otherwise. */
export interface WhatIfPersonRow {
  tenant_id: string
  what_if_id: string
  effect: WhatIfEffect
  user_id: string
  user_name: string
  sign_ins: number
  /** The newest of them. */
  decision_id: string
  decided_at: Date
  before: RiskAction
  after: RiskAction
}

export interface WhatIfTables {
  what_ifs: WhatIfRow
  what_if_people: WhatIfPersonRow
}
