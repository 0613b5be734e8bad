import type { Generated } from 'kysely'

/** The tenant's own template of one mail in one language. */
export interface EmailTemplateRow {
  tenant_id: string
  type: string
  locale: string
  subject: string
  /** MJML as written. */
  body: string
  plain_text: string
  /** What the body became: compiled and cleaned when it was saved, variables left in. */
  html: string
  updated_at: Date
  version: Generated<number>
}

/** What every mail of a language says; null for what Signet brings. */
export interface EmailVariablesRow {
  tenant_id: string
  locale: string
  signature: string | null
  support: string | null
  footer: string | null
  updated_at: Date
  version: Generated<number>
}

/** A mail and what became of it: neither its words nor any code. */
export interface EmailMessageRow {
  tenant_id: string
  id: string
  type: string
  locale: string
  /** Whose mail it was when it was sent; null for other mailboxes and for mails of earlier releases. */
  user_id: string | null
  recipient: string
  /** The address in lower case: looked up by. */
  recipient_key: string
  state: 'SENT' | 'DELAYED' | 'BOUNCED' | 'FAILED'
  tries: Generated<number>
  reply: string | null
  via: 'TENANT' | 'OPERATOR' | 'OUTBOX'
  /** There was no server to go to; `via` is then `OPERATOR`. */
  without_server: Generated<boolean>
  /** Why the last try failed; null after one that did not, and for emails of earlier releases. */
  reason: string | null
  /** When an administrator took a failed email off the list. */
  discarded_at: Date | null
  created_at: Date
  updated_at: Date
}

/** What a failed email was made of, sealed; gone once it was sent, discarded, or its link has expired. */
interface KeptEmailRow {
  tenant_id: string
  /** The message's. */
  id: string
  /** Deleted with the user. */
  user_id: string | null
  sealed: Buffer
  kept_at: Date
  expires_at: Date
}

/** An administrator on the way to the mail server’s provider (OAuth 2). */
export interface EmailConnectionRow {
  tenant_id: string
  id: string
  /** SHA-256 of `state`. */
  state_hash: Buffer
  session_id: string
  /** The mail server as it was when this began. */
  settings_version: number
  state: Generated<'PENDING' | 'CONNECTED' | 'FAILED'>
  reason: string | null
  expires_at: Date
}

/** The last test email of a tenant. */
export interface EmailTestRow {
  tenant_id: string
  id: string
  /** Names the server that it went through: a keyed hash of what reaches it. */
  server_key: Buffer
  sent_at: Date
  /** Whether the server accepted it. */
  taken: boolean
  /** When the first one through this server was confirmed. */
  arrived_at: Date | null
}

export interface EmailTables {
  email_tests: EmailTestRow
  email_messages: EmailMessageRow
  kept_emails: KeptEmailRow
  email_connections: EmailConnectionRow
  email_templates: EmailTemplateRow
  email_variables: EmailVariablesRow
}
