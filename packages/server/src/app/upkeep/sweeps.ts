import { type RawBuilder, sql } from 'kysely'
import type { Tables } from '../../platform/db/schema.ts'

const hour = 3_600_000
const day = 24 * hour
const year = 365 * day

/** Rows that have had their time: they go once `column` is `graceMillis` past. */
export interface Sweep {
  readonly table: keyof Tables
  /** A time, or an id that begins with one (UUIDv7). */
  readonly column: string
  readonly graceMillis: number
  /** Rows that it may touch; all by default. */
  readonly only?: RawBuilder<boolean>
}

/** Signing out everywhere reaches the tokens of a grant, and of an assistant, through their session. */
const withoutGrants = sql<boolean>`not exists (
  select from oidc_grants g where g.tenant_id = t.tenant_id and g.session_id = t.id)
  and not exists (
    select from voice_links v where v.tenant_id = t.tenant_id and v.session_id = t.id)`

/** The chain of the audit log is verified for as long as there are events. */
const signsTokens = sql<boolean>`purpose in ('session', 'oidc')`

/** Columns of times whose rows stay: what the time means is no end of the row. */
export const kept: Readonly<Record<string, string>> = {
  'voice_links.code_until': 'the end of a code, not of the link',
  'bulk_operations.grant_until': 'the rights end then, not the operation',
  'desktops.offline_until': 'the end of its codes, not of the desktop',
  'enrollment_write_backs.claimed_until':
    'the end of a claim; the row goes with its writing or its record',
  'faces.expires_at': 'the end of its registration, not of the face',
  'flash_passes.ended_at': 'who was given which pass is asked years later',
  'grids.expires_at': 'the card stays, to be seen and deleted',
  'list_exports.ended_at': 'swept by the export’s own end',
  'passwords.expires_at': 'the password is to be changed then',
  'print_jobs.ended_at': 'who was given which card is asked years later',
  'printer_lanes.leased_until': 'the end of a lease, not of the printer',
  'radius_sessions.ended_at': 'swept a while after it was last heard of',
  'radius_agents.former_credential_until': 'the end of a former credential, not of the agent',
  'reports.ended_at': 'swept by the report’s own end',
  'reports.grant_until': 'the rights end then, not the report',
  'reports.until_at': 'the end of what it tells about',
  'saml_keys.not_after': 'applications pin it; an administrator takes it away',
  'sessions.step_up_expires_at': 'swept by the session’s own end',
  'sessions.token_expires_at': 'swept by the session’s own end',
  'attempt_budgets.locked_until': 'swept a year after the last wrong answer',
  'magic_links.resend_after': 'swept by the link’s own end',
  'otps.resend_after': 'swept by the code’s own end',
  'syslog_applications.leased_until': 'the end of a lease, not of the collector',
  'syslog_applications.paused_until': 'the end of a pause, not of the collector',
  'temp_access_codes.expires_at': 'shown as expired until it is deleted or another takes its place',
  'tenant_keys.retired_at': 'former data keys open restored backups',
  'user_risk.skip_until': 'both count again then; what is expected stays',
  'what_ifs.ended_at': 'swept by the check’s own end',
  'webhook_lanes.leased_until': 'the end of a lease, not of the webhook',
  'webhook_lanes.paused_until': 'the end of a pause, not of the webhook',
  'users.lockout_expires_at': 'the end of a lock, not of the user',
}

/** Begun and left: nothing of it has been done. */
const notBegun = sql<boolean>`state in ('INITIALISED', 'UPLOADED', 'CHECKED')`

/** What is deleted by itself, in this order. Tokens outlast every other end by an hour's grace. */
export const sweeps: readonly Sweep[] = [
  { table: 'oidc_tokens', column: 'expires_at', graceMillis: hour },
  { table: 'oidc_grants', column: 'expires_at', graceMillis: hour },
  { table: 'saml_requests', column: 'expires_at', graceMillis: 0 },
  { table: 'saml_logouts', column: 'expires_at', graceMillis: 0 },
  { table: 'sessions', column: 'expires_at', graceMillis: day, only: withoutGrants },
  { table: 'sign_in_attempts', column: 'transaction_id', graceMillis: day },
  { table: 'sign_in_evidence', column: 'transaction_id', graceMillis: day },
  { table: 'otps', column: 'expires_at', graceMillis: day },
  { table: 'voice_responses', column: 'expires_at', graceMillis: 0 },
  { table: 'machines', column: 'expires_at', graceMillis: day },
  { table: 'face_checks', column: 'expires_at', graceMillis: day },
  { table: 'grid_challenges', column: 'expires_at', graceMillis: day },
  { table: 'radius_sessions', column: 'updated_at', graceMillis: 90 * day },
  { table: 'radius_challenges', column: 'expires_at', graceMillis: day },
  { table: 'card_exchanges', column: 'expires_at', graceMillis: 0 },
  { table: 'magic_links', column: 'expires_at', graceMillis: day },
  { table: 'wechat_links', column: 'expires_at', graceMillis: day },
  { table: 'contact_challenges', column: 'expires_at', graceMillis: day },
  { table: 'soft_token_claims', column: 'expires_at', graceMillis: day },
  { table: 'flash_pass_claims', column: 'expires_at', graceMillis: day },
  // A phone that was off is still told that its pass is over.
  { table: 'flash_pass_registrations', column: 'over_at', graceMillis: 30 * day },
  { table: 'pushes', column: 'expires_at', graceMillis: 31 * day },
  { table: 'fido_registrations', column: 'expires_at', graceMillis: day },
  { table: 'upstream_proofs', column: 'expires_at', graceMillis: day },
  { table: 'setup_links', column: 'expires_at', graceMillis: day },
  { table: 'sign_ups', column: 'expires_at', graceMillis: day },
  { table: 'send_budgets', column: 'window_started_at', graceMillis: day },
  { table: 'attempt_budgets', column: 'last_failed_at', graceMillis: year },
  { table: 'email_connections', column: 'expires_at', graceMillis: day },
  { table: 'email_messages', column: 'created_at', graceMillis: 30 * day },
  { table: 'text_messages', column: 'created_at', graceMillis: 100 * day },
  { table: 'async_jobs', column: 'expires_at', graceMillis: hour },
  // Pictures of people: their cards are out.
  { table: 'print_contents', column: 'ended_at', graceMillis: 7 * day },
  { table: 'printer_days', column: 'day', graceMillis: 90 * day },
  { table: 'simulated_cards', column: 'taken_at', graceMillis: 30 * day },
  { table: 'webhook_deliveries', column: 'event_id', graceMillis: 30 * day },
  { table: 'access_decisions', column: 'decided_at', graceMillis: 90 * day },
  // Longer than any tenant may keep them; reading leaves out what its own setting has ended.
  { table: 'user_locations', column: 'last_seen_at', graceMillis: 366 * day },
  { table: 'bulk_operations', column: 'ended_at', graceMillis: 90 * day },
  { table: 'bulk_operations', column: 'created_at', graceMillis: 7 * day, only: notBegun },
  { table: 'reports', column: 'expires_at', graceMillis: 0 },
  { table: 'archived_events', column: 'expires_at', graceMillis: 0 },
  { table: 'archive_readings', column: 'expires_at', graceMillis: 0 },
  { table: 'list_exports', column: 'expires_at', graceMillis: 0 },
  { table: 'enrollment_reservations', column: 'expires_at', graceMillis: day },
  { table: 'what_ifs', column: 'expires_at', graceMillis: 0 },
  { table: 'scheduled_task_runs', column: 'ended_at', graceMillis: 90 * day },
  { table: 'job_contents', column: 'ended_at', graceMillis: 7 * day },
  // The queue has given up a job that never came to an end.
  { table: 'job_contents', column: 'created_at', graceMillis: 30 * day },
  // No session or token lives longer than a day; id_tokens are shown again to sign out.
  { table: 'signing_keys', column: 'retired_at', graceMillis: 31 * day, only: signsTokens },
]
