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

/** Signing out everywhere reaches the tokens of a grant through the session that gave it. */
const withoutGrants = sql<boolean>`not exists (
  select from oidc_grants g where g.tenant_id = t.tenant_id and g.session_id = t.id)`

/** The chain of the audit log is verified for as long as there are events. */
const signsTokens = sql<boolean>`purpose in ('session', 'oidc')`

/** Columns of times whose rows stay: what the time means is no end of the row. */
export const kept: Readonly<Record<string, string>> = {
  'passwords.expires_at': 'the password is to be changed then',
  'sessions.step_up_expires_at': 'swept by the session’s own end',
  'sessions.token_expires_at': 'swept by the session’s own end',
  'attempt_budgets.locked_until': 'swept a year after the last wrong answer',
  'otps.resend_after': 'swept by the code’s own end',
  'tenant_keys.retired_at': 'former data keys open restored backups',
  'users.lockout_expires_at': 'the end of a lock, not of the user',
}

/** What is deleted by itself, in this order. Tokens outlast every other end by an hour's grace. */
export const sweeps: readonly Sweep[] = [
  { table: 'oidc_tokens', column: 'expires_at', graceMillis: hour },
  { table: 'oidc_grants', column: 'expires_at', graceMillis: hour },
  { table: 'sessions', column: 'expires_at', graceMillis: day, only: withoutGrants },
  { table: 'sign_in_attempts', column: 'transaction_id', graceMillis: day },
  { table: 'sign_in_evidence', column: 'transaction_id', graceMillis: day },
  { table: 'otps', column: 'expires_at', graceMillis: day },
  { table: 'fido_registrations', column: 'expires_at', graceMillis: day },
  { table: 'setup_links', column: 'expires_at', graceMillis: day },
  { table: 'send_budgets', column: 'window_started_at', graceMillis: day },
  { table: 'attempt_budgets', column: 'last_failed_at', graceMillis: year },
  { table: 'async_jobs', column: 'expires_at', graceMillis: hour },
  { table: 'job_contents', column: 'ended_at', graceMillis: 7 * day },
  // The queue has given up a job that never came to an end.
  { table: 'job_contents', column: 'created_at', graceMillis: 30 * day },
  // No session or token lives longer than a day; id_tokens are shown again to sign out.
  { table: 'signing_keys', column: 'retired_at', graceMillis: 31 * day, only: signsTokens },
]
