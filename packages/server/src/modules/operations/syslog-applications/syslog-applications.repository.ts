import { type Selectable, sql, type Updateable } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { SyslogApplicationRow } from '../../../platform/db/schema/syslog.ts'
import type { Platform } from '../../../platform/platform.ts'

export type StoredSyslog = Selectable<SyslogApplicationRow>

/** Each reads the audit log for itself. */
export const mostCollectors = 20

const rows = ({ db, tenant }: Context) =>
  db.selectFrom('syslog_applications').selectAll().where('tenant_id', '=', tenant.id)

interface Claimed {
  readonly tenant_id: string
  readonly application_id: string
}

/** Collectors of any tenant that there is something to send to, for one minute. */
export const claim = async (
  { database, clock }: Platform,
  { leaseId, most }: { readonly leaseId: string; readonly most: number },
): Promise<readonly Claimed[]> => {
  const claimed = await sql<Claimed>`
    select tenant_id, application_id from syslog_claim(${leaseId}::uuid,
      ${clock.now()}::timestamptz, ${most}::integer)`.execute(database.system)
  return claimed.rows
}

export const findLeased = (
  ctx: Context,
  id: string,
  leaseId: string,
): Promise<StoredSyslog | undefined> =>
  rows(ctx).where('id', '=', id).where('lease_id', '=', leaseId).executeTakeFirst()

/** Writes how it went; false when the lease is another’s by now. Its version stays. */
export const note = async (
  { db, tenant }: Context,
  { id, leaseId }: { readonly id: string; readonly leaseId: string },
  set: Updateable<SyslogApplicationRow>,
): Promise<boolean> => {
  const result = await db
    .updateTable('syslog_applications')
    .set(set)
    .where('tenant_id', '=', tenant.id)
    .where('id', '=', id)
    .where('lease_id', '=', leaseId)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}
