import { sql } from 'kysely'
import type { Context } from '../../../../kit/context.ts'
import type { Platform } from '../../../../platform/platform.ts'

interface ClaimedLane {
  readonly tenant_id: string
  readonly printer_id: string
}

/** Takes printers that are due and that nobody works for, for one minute. */
export const claimLanes = async (
  { database, clock }: Platform,
  { leaseId, most }: { readonly leaseId: string; readonly most: number },
): Promise<readonly ClaimedLane[]> => {
  const claimed = await sql<ClaimedLane>`
    select tenant_id, printer_id from printer_lanes_claim(${leaseId}::uuid,
      ${clock.now()}::timestamptz, ${most}::integer)`.execute(database.system)
  return claimed.rows
}

export interface Lease {
  readonly leaseId: string
  readonly printerId: string
}

/** Somebody else works for this printer now. */
export class LeaseLost extends Error {
  constructor() {
    super('the lease of the printer has ended')
    this.name = 'LeaseLost'
  }
}

const leased = ({ db, tenant }: Context, { leaseId, printerId }: Lease) =>
  db
    .selectFrom('printer_lanes')
    .selectAll()
    .where('tenant_id', '=', tenant.id)
    .where('printer_id', '=', printerId)
    .where('lease_id', '=', leaseId)
    .where('leased_until', '>', sql<Date>`now()`)

/** Whether this node still works for it. */
export const findLane = (ctx: Context, lease: Lease) => leased(ctx, lease).executeTakeFirst()

/** Nobody else takes the printer before this transaction ends. @throws LeaseLost */
export const expectLease = async (ctx: Context, lease: Lease): Promise<void> => {
  if ((await leased(ctx, lease).forUpdate().executeTakeFirst()) === undefined) throw new LeaseLost()
}

interface Release extends Lease {
  readonly dueAt: Date
  readonly failures: number
}

/** Ends the lease, if it is still this one. Somebody who woke the lane since comes first. */
export const releaseLane = async (
  { db, tenant }: Context,
  { leaseId, printerId, dueAt, failures }: Release,
): Promise<void> => {
  await db
    .updateTable('printer_lanes')
    .set({
      lease_id: null,
      leased_until: null,
      due_at: sql<Date>`least(due_at, ${dueAt}::timestamptz)`,
      failures,
    })
    .where('tenant_id', '=', tenant.id)
    .where('printer_id', '=', printerId)
    .where('lease_id', '=', leaseId)
    .execute()
}
