import type { Tables } from '../db/schema.ts'

/** A column of sealed values. The rotation of a data key seals them again: none may be missing. */
export interface SealedColumn {
  readonly table: keyof Tables
  readonly column: string
  /** The row's key beside the tenant. */
  readonly key: string
  /** The purpose under which the row's value is sealed. */
  readonly purpose: (key: string) => string
  /** Values taken at a time, where each is large. */
  readonly batch?: number
}

export const sealedColumns: readonly SealedColumn[] = [
  {
    table: 'signing_keys',
    column: 'sealed_private',
    key: 'id',
    purpose: (id) => `signing-key:${id}`,
  },
  {
    table: 'saml_keys',
    column: 'sealed_private',
    key: 'id',
    purpose: (id) => `saml-key:${id}`,
  },
  { table: 'kept_emails', column: 'sealed', key: 'id', purpose: (id) => `kept-email:${id}` },
  { table: 'job_contents', column: 'sealed', key: 'id', purpose: (id) => `job:${id}` },
  {
    table: 'settings',
    column: 'sealed',
    key: 'family',
    purpose: (family) => `settings:${family}`,
  },
  {
    table: 'provider_credentials',
    column: 'sealed',
    key: 'kind',
    purpose: (kind) => `provider-credential:${kind}`,
  },
  {
    table: 'http_connectors',
    column: 'sealed_secret',
    key: 'name',
    purpose: (name) => `http-connector:${name}`,
  },
  {
    table: 'http_connectors',
    column: 'sealed_headers',
    key: 'name',
    purpose: (name) => `http-connector-headers:${name}`,
  },
  {
    table: 'identity_providers',
    column: 'sealed_secret',
    key: 'id',
    purpose: (id) => `identity-provider:${id}`,
  },
  {
    table: 'external_databases',
    column: 'sealed_password',
    key: 'id',
    purpose: (id) => `external-database:${id}`,
  },
  {
    table: 'smart_card_profiles',
    column: 'sealed_keys',
    key: 'id',
    purpose: (id) => `smart-card-profile:${id}`,
  },
  {
    table: 'card_exchanges',
    column: 'sealed_command',
    key: 'id',
    purpose: (id) => `card-command:${id}`,
  },
  {
    table: 'card_exchanges',
    column: 'sealed_answer',
    key: 'id',
    purpose: (id) => `card-answer:${id}`,
  },
  { table: 'webhooks', column: 'sealed_secret', key: 'id', purpose: (id) => `webhook:${id}` },
  {
    table: 'webhooks',
    column: 'sealed_previous',
    key: 'id',
    purpose: (id) => `webhook-former:${id}`,
  },
  {
    table: 'radius_applications',
    column: 'sealed_secret',
    key: 'id',
    purpose: (id) => `radius-secret:${id}`,
  },
  {
    table: 'radius_challenges',
    column: 'sealed',
    key: 'id',
    purpose: (id) => `radius-challenge:${id}`,
  },
  {
    table: 'voice_responses',
    column: 'sealed',
    key: 'id',
    purpose: (id) => `voice-response:${id}`,
  },
  {
    table: 'upstream_proofs',
    column: 'sealed_ticket',
    key: 'id',
    purpose: () => 'upstream-ticket',
  },
  {
    table: 'upstream_sessions',
    column: 'sealed_ticket',
    key: 'session_id',
    purpose: () => 'upstream-ticket',
  },
  {
    table: 'oidc_sign_in_requests',
    column: 'sealed_notification',
    key: 'id',
    purpose: () => 'oidc-sign-in-request',
  },
  {
    table: 'flash_pass_registrations',
    column: 'sealed_push_token',
    key: 'id',
    purpose: (id) => `flash-pass-registration:${id}`,
  },
  {
    table: 'idempotent_calls',
    column: 'sealed_answer',
    key: 'id',
    purpose: (id) => `idempotent-call:${id}`,
  },
  { table: 'grids', column: 'sealed_cells', key: 'id', purpose: (id) => `grid:${id}` },
  { table: 'desktops', column: 'sealed_secret', key: 'id', purpose: (id) => `desktop:${id}` },
  { table: 'tokens', column: 'sealed_secret', key: 'id', purpose: (id) => `token:${id}` },
  {
    table: 'soft_token_devices',
    column: 'sealed_subscription',
    key: 'id',
    purpose: (id) => `push-subscription:${id}`,
  },
  { table: 'tokens', column: 'sealed_pin', key: 'id', purpose: (id) => `token-pin:${id}` },
  {
    table: 'bulk_parts',
    column: 'sealed',
    key: 'id',
    purpose: (id) => `bulk-part:${id}`,
    batch: 8,
  },
  {
    table: 'list_export_parts',
    column: 'sealed',
    key: 'id',
    purpose: (id) => `list-export-part:${id}`,
    batch: 8,
  },
]
