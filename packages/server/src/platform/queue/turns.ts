import { sql } from 'kysely'
import { boundedCache } from '../bounded-cache.ts'
import type { TenantDb } from '../db/database.ts'
import type { QueueName } from '../queue.ts'

/** What a job counts for while none of its tenant's has run on this node, in tenths of a second. */
const usual = 10
/** A priority of pg-boss has 32 bits. */
const latest = 2_000_000_000

/** A job of this tenant in this queue. */
interface OfTenant {
  readonly queue: QueueName
  readonly tenantId: string
}

/** Whose jobs come next: a turn is a time, and the job with the earliest one comes first. */
export interface Turns {
  /** The priorities of new jobs of one tenant, in their order. */
  prioritiesOf(db: TenantDb, jobs: OfTenant, count: number): Promise<readonly number[]>
  /** Notes how long a job has taken. */
  took(job: OfTenant, millis: number): void
}

interface Place {
  readonly own: number | null
  readonly level: number
}

/** The turn of the tenant's last job, and the one that the queue has reached. */
const placeOf = async (db: TenantDb, { queue, tenantId }: OfTenant): Promise<Place> => {
  const { rows } = await sql<Place>`
    select
      (select -min(priority) from pgboss.job
        where name = ${queue} and group_id = ${tenantId} and state <= 'active') as own,
      coalesce(
        (select -min(priority) from pgboss.job where name = ${queue} and state = 'active'),
        (select -max(priority) from pgboss.job
          where name = ${queue} and state < 'active' and not blocked),
        0) as level`.execute(db)
  return rows[0] ?? { own: null, level: 0 }
}

/**
 * Start-time fair queueing (Goyal, Vin and Cheng 1996): each job of a tenant comes later than the one
 * before it by the time that the tenant's jobs take, and the first one of a tenant begins where the
 * queue is. However many jobs of others wait, a tenant waits for about one of each of them.
 */
export const createTurns = (): Turns => {
  const costs = boundedCache<{ readonly tenths: number }>(10_000)
  const keyOf = ({ queue, tenantId }: OfTenant): string => `${queue} ${tenantId}`
  return {
    async prioritiesOf(db, jobs, count) {
      const cost = costs.get(keyOf(jobs))?.tenths ?? usual
      const { own, level } = await placeOf(db, jobs)
      const first = own === null ? level : Math.max(level, own + cost)
      return Array.from({ length: count }, (_, at) => 0 - Math.min(latest, first + at * cost))
    },
    took(job, millis) {
      const tenths = Math.max(1, Math.round(millis / 100))
      const before = costs.get(keyOf(job))?.tenths ?? tenths
      costs.set(keyOf(job), { tenths: Math.ceil((3 * before + tenths) / 4) })
    },
  }
}
