import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import type { Tenant } from '../kit/context.ts'
import type { Doors } from '../kit/pipeline.ts'
import { DatabaseUnreachable } from '../platform/db/sql-errors.ts'

const longestMillis = 500

/**
 * The tenant of a page that is the same for all of them; null while the database does not say so
 * soon, for then the page is served without having asked.
 * @throws hostname_not_found
 */
export const tenantOfPage = async (
  doors: Pick<Doors, 'findTenant' | 'requestInfo'>,
  request: FastifyRequest,
): Promise<Tenant | null> => {
  const found = doors.findTenant(doors.requestInfo(request).host).catch((error: unknown) => {
    if (error instanceof DatabaseUnreachable) return null
    throw error
  })
  const waiting = new AbortController()
  const { signal } = waiting
  const late = sleep(longestMillis, null, { signal, ref: false }).catch(() => null)
  try {
    return await Promise.race([found, late])
  } finally {
    waiting.abort()
  }
}
