import type { ColumnType, Generated } from 'kysely'

/** A reader as its agent tells of it. */
interface AnnouncedReader {
  readonly name: string
  readonly hasCard: boolean
}

/** A process of the tenant's network that has card readers. */
export interface SiteAgentRow {
  tenant_id: string
  id: string
  name: string
  name_key: string
  /** SHA-256. */
  credential_hash: Buffer
  created_at: Date
  last_seen_at: Date | null
  /** As it says itself. */
  software: string | null
  readers: ColumnType<AnnouncedReader[], string | undefined, string>
  /** Its last call for something to do: earlier ones get nothing any more. */
  poll_id: string | null
}

/** One sitting with the card in a reader: one command at a time. */
interface CardExchangeRow {
  tenant_id: string
  id: string
  agent_id: string
  reader: string
  /** Of the command. */
  number: Generated<number>
  sealed_command: Buffer | null
  /** Given to the agent: it is given once. */
  is_taken: Generated<boolean>
  sealed_answer: Buffer | null
  /** The reader is free for others then. */
  expires_at: Date
}

export interface SiteAgentTables {
  site_agents: SiteAgentRow
  card_exchanges: CardExchangeRow
}
