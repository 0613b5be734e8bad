import { sql } from 'kysely'
import { createLimits, type Limits } from '../kit/limits.ts'
import { policyOf } from '../modules/provider/rate-limiting/index.ts'
import type { Platform } from '../platform/platform.ts'
import { type Count, RequestBuckets } from '../platform/request-limits/buckets.ts'
import type { Nodes } from './nodes.ts'

/** Seconds of counts that are kept: for nodes that were busy, and for one that is new. */
const slots = 8
/** Without counts of the others for so long, each node has its share of the policies alone. */
const apartMillis = 5000

export interface SharedLimits extends Limits {
  /** Tells the other nodes what was accepted here, and hears what was there. Once a second. */
  exchange(): Promise<void>
}

interface Told {
  readonly node_id: string
  readonly tick: number
  readonly subjects: readonly string[]
  readonly taken: readonly number[]
}

const countsOf = ({ subjects, taken }: Told): readonly Count[] =>
  subjects.map((subject, at) => ({ subject, taken: taken[at] ?? 0 }))

/** One statement: tells these counts, and answers those of the others since the last time. */
const createExchange = ({ database }: Platform, nodeId: string) => {
  const heard = new Map<string, number>()
  let tick = 0
  return async (counts: readonly Count[]): Promise<readonly Told[]> => {
    tick += 1
    const { rows } = await sql<Told>`
      with told as (
        insert into request_counts as c (node_id, slot, tick, subjects, taken)
        select n.id, ${tick % slots}::smallint, ${tick}::integer,
          ${counts.map(({ subject }) => subject)}::text[],
          ${counts.map(({ taken }) => taken)}::integer[]
        from nodes n where n.id = ${nodeId}::uuid
        on conflict (node_id, slot) do update set
          tick = excluded.tick, subjects = excluded.subjects, taken = excluded.taken
      )
      select c.node_id, c.tick, c.subjects, c.taken
      from request_counts c
      left join unnest(${[...heard.keys()]}::uuid[], ${[...heard.values()]}::integer[])
        as h (node_id, tick) on h.node_id = c.node_id
      where c.node_id <> ${nodeId}::uuid and c.tick > coalesce(h.tick, 0)`.execute(database.system)
    for (const row of rows) {
      heard.set(row.node_id, Math.max(row.tick, heard.get(row.node_id) ?? 0))
    }
    return rows
  }
}

/**
 * Request limits that hold for all nodes together: each counts by itself, and they exchange the counts
 * of busy callers in one statement a second. What a caller had too much meanwhile is a debt on every
 * node. While the database does not answer, each node has its share.
 */
export const createSharedLimits = (platform: Platform, nodes: Nodes): SharedLimits => {
  const { clock, config, limitedCallers } = platform
  const exchange = createExchange(platform, nodes.id)
  let heardAt = clock.now().getTime()
  const isApart = () => nodes.live() > 1 && clock.now().getTime() - heardAt > apartMillis
  const buckets = new RequestBuckets({
    clock,
    policyOf,
    onExceeded: limitedCallers.note,
    nodes: () => nodes.live(),
    scale: () => config.requestLimitScale / (isApart() ? nodes.live() : 1),
  })
  return {
    ...createLimits(buckets),
    async exchange() {
      const counts = buckets.untold()
      try {
        if (nodes.live() > 1) {
          for (const told of await exchange(counts)) buckets.hear(countsOf(told))
        }
        heardAt = clock.now().getTime()
      } catch (error) {
        buckets.keep(counts)
        throw error
      }
    },
  }
}
