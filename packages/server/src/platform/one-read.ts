import type { Database } from './db/database.ts'

/**
 * Reads by name, one at a time for each name: who asks while one is under way shares it. Inside a
 * transaction it throws at once: the read under way may be waiting for that very connection.
 */
export const oneRead = <T>(
  database: Pick<Database, 'refuseInsideTransaction'>,
  read: (name: string) => Promise<T>,
): ((name: string) => Promise<T>) => {
  const reading = new Map<string, Promise<T>>()
  return async (name) => {
    database.refuseInsideTransaction()
    const underWay = reading.get(name)
    if (underWay !== undefined) return await underWay
    const next = read(name).finally(() => reading.delete(name))
    reading.set(name, next)
    return await next
  }
}
