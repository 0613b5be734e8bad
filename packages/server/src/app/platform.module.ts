import { sql } from 'kysely'
import { day, hour, type Module } from '../kit/module.ts'

/** The chain of the audit log is verified for as long as there are events. */
const signsTokens = sql<boolean>`purpose in ('session', 'oidc')`

export const platformModule: Module = {
  retention: [
    { table: 'async_jobs', column: 'expires_at', graceMillis: hour },
    { table: 'job_contents', column: 'ended_at', graceMillis: 7 * day },
    // The queue has given up a job that never came to an end.
    { table: 'job_contents', column: 'created_at', graceMillis: 30 * day },
    // No session or token lives longer than a day; id_tokens are shown again to sign out.
    { table: 'signing_keys', column: 'retired_at', graceMillis: 31 * day, only: signsTokens },
  ],
  kept: {
    'tenant_keys.retired_at': 'former data keys open restored backups',
  },
  secretColumns: [
    'job_contents.sealed',
    'master_check.previous',
    'master_check.sealed',
    'signing_keys.sealed_private',
    'tenant_keys.sealed',
  ],
  openColumns: ['master_check.key_id'],
}
