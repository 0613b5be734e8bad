import type { ColumnType, Generated } from 'kysely'

type Json<T> = ColumnType<T, string, string>

const definitionKinds = [
  'IP_LIST',
  'TRANSACTION_ITEM',
  'TRANSACTION_RULE',
  'RISK_ENGINE',
  'RESOURCE_RULE',
] as const
export type DefinitionKind = (typeof definitionKinds)[number]

/** Something with a name that rules about risk are made of, or such a rule. */
export interface AccessDefinitionRow {
  tenant_id: string
  id: string
  kind: DefinitionKind
  name: string
  name_key: string
  /** By the schema of its kind. */
  definition: Json<Record<string, unknown>>
  updated_at: Date
  version: Generated<number>
}

/** What administrators say of one person's risk. */
export interface UserRiskRow {
  tenant_id: string
  user_id: string
  expected: Json<Record<string, unknown>[]>
  skip_location_history: boolean
  skip_travel_velocity: boolean
  skip_until: Date | null
  version: Generated<number>
}

/** A place that somebody has signed in from. */
export interface UserLocationRow {
  tenant_id: string
  user_id: string
  /** Country and city. */
  place_key: string
  country: string
  /** Empty where the file of places knows no cities. */
  city: string
  latitude: number
  longitude: number
  /** The newest from there. */
  address: string
  first_seen_at: Date
  last_seen_at: Date
  sign_ins: number
}

/** How risky one sign-in was, and what came of it. */
export interface AccessDecisionRow {
  tenant_id: string
  /** The sign-in transaction's. */
  id: string
  user_id: string
  user_name: string
  decided_at: Date
  outcome: 'ALLOW' | 'STEP_UP' | 'DENY'
  level: 'LOW' | 'MEDIUM' | 'HIGH'
  /** Rules, factors and everything that they were decided from. */
  record: Json<Record<string, unknown>>
  /** What was to be opened, as the record has it. */
  resource: ColumnType<string, never, never>
}

export interface RiskTables {
  access_definitions: AccessDefinitionRow
  user_risk: UserRiskRow
  user_locations: UserLocationRow
  access_decisions: AccessDecisionRow
}
