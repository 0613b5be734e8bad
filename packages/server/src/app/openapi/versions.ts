import { type Endpoint, takesVersion } from '@signet/contract/kit/endpoint'
import { z } from 'zod'
import type { Documented } from './documented.ts'

const idOf = ({ answer }: Endpoint): string | undefined => z.globalRegistry.get(answer)?.id

/**
 * Whether a call's answer has an `ETag`: where it heeds `If-Match`, or answers the same object as a
 * call that does. The few that differ declare `versioned`; the crawl holds all against the answers.
 */
export const versionedAmong = (
  calls: readonly Pick<Documented, 'endpoint'>[],
): ((endpoint: Endpoint) => boolean) => {
  const names = new Set(
    calls.flatMap(({ endpoint }) => (takesVersion(endpoint) ? [idOf(endpoint)] : [])),
  )
  names.delete(undefined)
  return (endpoint) => {
    if (endpoint.answer instanceof z.ZodUndefined) return false
    return endpoint.versioned ?? (takesVersion(endpoint) || names.has(idOf(endpoint)))
  }
}
