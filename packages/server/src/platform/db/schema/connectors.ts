import type { MessageDelivery } from '@signet/rules/code-deliveries'
import type { ColumnType, Generated } from 'kysely'

type Json<T> = ColumnType<T, string, string>

/** A call to another service, by the name of what uses it. */
export interface HttpConnectorRow {
  tenant_id: string
  /** `otp-sms`, `passthrough:<id>`. */
  name: string
  /** Null while it is not set up. */
  definition: Json<Record<string, unknown>> | null
  /** Password, token or key, sealed for `http-connector:<name>`. */
  sealed_secret: Buffer | null
  /** Values of headers by lower-case name, sealed for `http-connector-headers:<name>`. */
  sealed_headers: Buffer | null
  version: Generated<number>
  updated_at: Date
}

/** A contact that its owner has shown to be theirs, while they still have this very value. */
interface ProvenContactRow {
  tenant_id: string
  user_id: string
  attribute: string
  value: string
  proven_at: Date
}

/** A code sent to a telephone and what became of it: neither the code nor the number. */
export interface TextMessageRow {
  tenant_id: string
  id: string
  user_id: string | null
  delivery: MessageDelivery
  hint: string
  state: 'SENT' | 'FAILED'
  /** The provider's answer; null when none came. */
  status: number | null
  failure: string | null
  items: Json<{ readonly name: string; readonly value: string | null }[]>
  /** The service provider whose connector was used; null for the tenant's own, and for none. */
  provider_name: ColumnType<string | null, string | null | undefined>
  created_at: Date
}

/** An authenticator of a user that another service judges. */
export interface ExternalCredentialRow {
  tenant_id: string
  user_id: string
  type: 'OTP'
  /** By which the other service knows it. */
  identifier: string
  created_at: Date
  last_used_at: Date | null
  /** The answer taken last: the same one is not taken again soon. */
  last_answer_hmac: Buffer | null
}

/** Who judges the passwords of some users; the connector is `passthrough:<id>`. */
export interface PassthroughRow {
  tenant_id: string
  id: string
  name: string
  description: string
  enabled: boolean
  /** Empty: everybody. */
  group_ids: Json<string[]>
  created_at: Date
  updated_at: Date
  version: Generated<number>
}

/** A link to a WeChat account that somebody has begun. */
interface WeChatLinkRow {
  tenant_id: string
  user_id: string
  state_hash: Buffer
  created_at: Date
  expires_at: Date
}

/** What a call has to say; taken away by whoever fetches it. */
interface VoiceResponseRow {
  tenant_id: string
  id: string
  /** SHA-256 of what stands in its address. */
  token_hash: Buffer
  /** The text, sealed for `voice-response:<id>`. */
  sealed: Buffer
  locale: string
  expires_at: Date
}

export interface ConnectorTables {
  voice_responses: VoiceResponseRow
  wechat_links: WeChatLinkRow
  external_credentials: ExternalCredentialRow
  passthroughs: PassthroughRow
  proven_contacts: ProvenContactRow
  text_messages: TextMessageRow
  http_connectors: HttpConnectorRow
}
