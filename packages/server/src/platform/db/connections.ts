import type { Pool, PoolClient } from 'pg'
import { fairQueue } from '../hashes/fair-queue.ts'

/** What is of no tenant: the queue's own statements, host names, health checks. */
export const ofNoTenant = ''

/** The connections of a pool, lent in turns. */
export interface Connections {
  /**
   * Works on a connection. Where all are lent, the next one goes to the tenant whose work has had
   * them for the least time, and its own work comes in order.
   * @throws Error as the pool does, for a connection that does not come in time
   */
  lend<T>(tenantId: string, work: (client: PoolClient) => Promise<T>): Promise<T>
}

/** The pool's own words, by which its errors are known. */
const late = 'timeout exceeded when trying to connect'

export const createConnections = (pool: Pick<Pool, 'connect' | 'options'>): Connections => {
  const { max = 10, connectionTimeoutMillis = 0 } = pool.options
  const none = Number.POSITIVE_INFINITY
  const queue = fairQueue({
    atWork: max,
    atWorkOfKey: max,
    waitingOfKey: none,
    waitingInAll: none,
  })
  /** Gives up the place of what has waited too long: its turn passes with nothing done. */
  const inTime = async <T>(tenantId: string, work: () => Promise<T>): Promise<T> => {
    let isLate = false
    const { promise: waited, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => {
      isLate = true
      reject(new Error(late))
    }, connectionTimeoutMillis)
    const done = queue.run(tenantId, () => {
      clearTimeout(timer)
      return isLate ? waited : work()
    })
    return await Promise.race([done, waited])
  }
  return {
    lend: async (tenantId, work) => {
      const begin = async () => work(await pool.connect())
      const waits = queue.atWork >= max && connectionTimeoutMillis > 0
      return await (waits ? inTime(tenantId, begin) : queue.run(tenantId, begin))
    },
  }
}
