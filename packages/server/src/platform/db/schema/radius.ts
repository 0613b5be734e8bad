import type {
  RadiusAddressAttribute,
  RadiusMethod,
  RadiusPasswordFormat,
  RadiusReplySource,
  RadiusReplyValueType,
  RadiusUserNameFormat,
} from '@signet/rules/radius'
import type { ColumnType, Generated } from 'kysely'

type Json<T> = ColumnType<T, string, string>

/** What a RADIUS application is like, beside its name and secret. */
export interface RadiusSettings {
  readonly allowedAddresses: string[]
  readonly tlsClientName: string | null
  readonly agentIds: string[]
  readonly authenticationMethod: RadiusMethod | null
  readonly passwordFormat: RadiusPasswordFormat
  readonly codeDigits: number
  readonly challengeResponse: boolean
  /** Absent or null: as each question is worded. */
  readonly challengeText?: string | null
  readonly push: boolean
  readonly userNameFormat: RadiusUserNameFormat
  readonly clientAddressAttribute: RadiusAddressAttribute
  readonly requireMessageAuthenticator: boolean
  readonly requestsPerSecond: number
  readonly replyAttributes: {
    readonly type: number
    readonly vendorId: number | null
    readonly valueType: RadiusReplyValueType
    readonly source: RadiusReplySource
    readonly value: string
    readonly groupId: string | null
  }[]
}

export interface RadiusApplicationRow {
  tenant_id: string
  id: string
  name: string
  name_key: string
  description: string
  enabled: boolean
  sealed_secret: Buffer
  secret_created_at: Date
  settings: Json<RadiusSettings>
  created_at: Date
  updated_at: Date
  version: Generated<number>
}

/** A process of the tenant's network that speaks RADIUS. */
/** Requests of one kind that an agent refused by itself. */
export interface RadiusAgentFault {
  readonly reason: string
  /** Null for a client of no application. */
  readonly application: string | null
  readonly clientAddress: string
  readonly count: number
  /** ISO 8601. */
  readonly lastAt: string
}

export interface RadiusAgentRow {
  tenant_id: string
  id: string
  name: string
  name_key: string
  description: string
  enabled: boolean
  /** SHA-256. */
  credential_hash: Buffer
  credential_created_at: Date
  former_credential_hash: Buffer | null
  former_credential_until: Date | null
  last_seen_at: Date | null
  /** As it says itself. */
  software: string | null
  /** The newest first. */
  faults: ColumnType<RadiusAgentFault[], string | undefined, string>
  created_at: Date
  version: Generated<number>
}

/** A sign-in that waits for what an Access-Challenge asked for. */
interface RadiusChallengeRow {
  tenant_id: string
  /** SHA-256 of the state, in hex. */
  id: string
  application_id: string
  sealed: Buffer
  expires_at: Date
}

/** A connection as its client accounts for it. */
export interface RadiusSessionRow {
  tenant_id: string
  id: string
  application_id: string
  client_address: string
  /** The client's own name of it. */
  session_name: string
  user_name: string
  calling_station: string | null
  framed_address: string | null
  started_at: Date
  updated_at: Date
  ended_at: Date | null
  seconds: number
  input_bytes: number
  output_bytes: number
  end_cause: number | null
}

export interface RadiusTables {
  radius_sessions: RadiusSessionRow
  radius_applications: RadiusApplicationRow
  radius_agents: RadiusAgentRow
  radius_challenges: RadiusChallengeRow
}
