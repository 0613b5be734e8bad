import type { Database } from '../db/database.ts'
import type { Hashes } from '../hashes.ts'
import type { Metrics } from '../metrics.ts'
import type { Queue } from '../queue.ts'

interface WatchedParts {
  readonly hashes: Pick<Hashes, 'inFlight' | 'waiting' | 'computed'>
  readonly queue: Pick<Queue, 'tries'>
  readonly database: Pick<Database, 'hearsChanges' | 'takesChanges'>
}

/** What the metrics page tells beside requests: the hash queue and the jobs of this node. */
export const watchParts = (metrics: Metrics, { hashes, queue, database }: WatchedParts): void => {
  metrics.gauge('signet_hashes_in_flight', 'Password hashes at work.', () => hashes.inFlight)
  metrics.gauge('signet_hashes_waiting', 'Password hashes that wait.', () => hashes.waiting)
  metrics.gauge('signet_hashes_computed', 'Hashes since the start.', () => hashes.computed)
  metrics.gauge(
    'signet_changes_heard',
    'Whether changes by other nodes are received (1), or looked for each second (0).',
    () => (database.hearsChanges ? 1 : 0),
  )
  metrics.gauge(
    'signet_database_writable',
    'Whether the database takes changes (1), or is read-only or full (0).',
    () => (database.takesChanges ? 1 : 0),
  )
  metrics.gauge('signet_jobs_done', 'Jobs done since the start.', () => queue.tries.done)
  metrics.gauge('signet_jobs_failed', 'Tries failed since the start.', () => queue.tries.failed)
}
