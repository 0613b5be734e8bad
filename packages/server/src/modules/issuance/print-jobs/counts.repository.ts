import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { groupsInSight } from '../../identity/groups/index.ts'

interface Ended {
  readonly printerName: string
  readonly operator: string
  readonly state: 'completed' | 'failed' | 'cancelled'
  readonly isReprint: boolean
}

export const countEnd = async (
  { db, tenant, platform }: Context,
  { printerName, operator, state, isReprint }: Ended,
): Promise<void> => {
  const day = platform.clock.now().toISOString().slice(0, 10)
  const one = (is: boolean): number => (is ? 1 : 0)
  await sql`
    insert into print_counts as c
      (tenant_id, day, printer_name, operator, completed, failed, cancelled, reprinted)
    values (${tenant.id}, ${day}::date, ${printerName}, ${operator}, ${one(state === 'completed')},
      ${one(state === 'failed')}, ${one(state === 'cancelled')},
      ${one(isReprint && state === 'completed')})
    on conflict (tenant_id, day, printer_name, operator) do update set
      completed = c.completed + excluded.completed, failed = c.failed + excluded.failed,
      cancelled = c.cancelled + excluded.cancelled, reprinted = c.reprinted + excluded.reprinted`.execute(
    db,
  )
}

/** Of everybody's cards. */
const listAll = ({ db, tenant }: Context, since: string) =>
  db
    .selectFrom('print_counts')
    .select(['printer_name', 'operator'])
    .select(({ fn }) => [
      fn.sum<string>('completed').as('completed'),
      fn.sum<string>('failed').as('failed'),
      fn.sum<string>('cancelled').as('cancelled'),
      fn.sum<string>('reprinted').as('reprinted'),
    ])
    .where('tenant_id', '=', tenant.id)
    .where('day', '>=', since)
    .groupBy(['printer_name', 'operator'])
    .orderBy('printer_name')
    .orderBy('operator')
    .limit(1000)
    .execute()

/** A list is never empty: PostgreSQL knows no `in ()`. */
const nobody = '00000000-0000-0000-0000-000000000000'

/** Of the cards of some groups: the counters know of none. */
const listOfGroups = ({ db, tenant }: Context, groups: readonly string[], since: string) =>
  db
    .selectFrom('print_jobs')
    .select(['printer_name', 'created_by as operator'])
    .select([
      sql<string>`count(*) filter (where queue_state = 'COMPLETED')`.as('completed'),
      sql<string>`count(*) filter (where queue_state = 'FAILED')`.as('failed'),
      sql<string>`count(*) filter (where queue_state = 'CANCELLED')`.as('cancelled'),
      sql<string>`count(*) filter (where queue_state = 'COMPLETED' and reprint_reason is not null)`.as(
        'reprinted',
      ),
    ])
    .where('tenant_id', '=', tenant.id)
    .where('kind', '=', 'CARD')
    .where('group_id', 'in', [...groups, nobody])
    .where('ended_at', '>=', new Date(`${since}T00:00:00Z`))
    .groupBy(['printer_name', 'created_by'])
    .orderBy('printer_name')
    .orderBy('created_by')
    .limit(1000)
    .execute()

/** What came out, and what did not, since that day: of the cards that the actor sees. */
export const listPrintCounts = (ctx: Context, since: string) => {
  const groups = groupsInSight(ctx)
  return groups === 'ALL' ? listAll(ctx, since) : listOfGroups(ctx, groups, since)
}
