import type { Hashes } from '../hashes.ts'
import type { Metrics } from '../metrics.ts'
import type { Queue } from '../queue.ts'

/** What the metrics page tells beside requests: the hash queue and the jobs of this node. */
export const watchParts = (
  metrics: Metrics,
  { hashes, queue }: { readonly hashes: Hashes; readonly queue: Queue },
): void => {
  metrics.gauge('signet_hashes_in_flight', 'Password hashes at work.', () => hashes.inFlight)
  metrics.gauge('signet_hashes_waiting', 'Password hashes that wait.', () => hashes.waiting)
  metrics.gauge('signet_hashes_computed', 'Hashes since the start.', () => hashes.computed)
  metrics.gauge('signet_jobs_done', 'Jobs done since the start.', () => queue.tries.done)
  metrics.gauge('signet_jobs_failed', 'Tries failed since the start.', () => queue.tries.failed)
}
