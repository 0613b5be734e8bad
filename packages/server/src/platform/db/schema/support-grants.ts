import type { Permissions } from '@signet/rules/permissions'
import type { supportRights } from '@signet/rules/support'
import type { ColumnType, Generated } from 'kysely'

/** Help of the provider, asked for or granted. */
export interface SupportGrantRow {
  /** The tenant that is helped. */
  tenant_id: string
  id: string
  /** The tenant above it. */
  provider_id: string
  provider_name: string
  reason: string
  rights: (typeof supportRights)[number]
  /** The role that is lent; once it is deleted, the grant permits nothing. */
  role_id: string | null
  role_name: string | null
  /** What it permitted when it was granted: changes of the role only take from that. */
  permissions: ColumnType<Permissions, string | undefined, string>
  hours: number | null
  /** The administrator of the tenant who granted it, as typed at sign-in. */
  granted_by: string | null
  /** When it was granted, or asked for. */
  created_at: Date
  granted_at: Date | null
  ends_at: Date | null
  ended_at: Date | null
  ended_by: 'TENANT' | 'PROVIDER' | null
  version: Generated<number>
}

interface SupportChallengeRow {
  tenant_id: string
  /** SHA-256 of the challenge. */
  challenge_hash: Buffer
  grant_id: string
  /** Of the provider. */
  administrator_id: string
  administrator_name: string
  /** The session at the provider in which they proved it. */
  administrator_session_id: string | null
  expires_at: Date
  /** Opened by it; null until it is completed. */
  session_id: string | null
}

export interface SupportGrantTables {
  support_grants: SupportGrantRow
  support_challenges: SupportChallengeRow
}
