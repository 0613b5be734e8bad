import { StartRefused } from '../start-refused.ts'

/**
 * Times travel in UTC and ISO 8601 form, whatever the server's own settings are. A statement is
 * planned once for each connection, perhaps when its tables are empty: by the index all the same.
 * Nothing is compiled: statements of some rows each never earn it back, and an index preferred at
 * any price looks dear enough to be compiled on every run. Nor is a statement shared among processes
 * of the database: planned before its limit is known, a page of 20 rows looks like a tenth of a table.
 */
const sessionSettings = [
  '-c TimeZone=UTC',
  '-c DateStyle=ISO',
  '-c plan_cache_mode=force_generic_plan',
  '-c enable_seqscan=off',
  '-c jit=off',
  '-c max_parallel_workers_per_gather=0',
]

const parse = (url: string): URL => {
  const parsed = URL.canParse(url) ? new URL(url) : null
  if (parsed === null || !/^postgres(ql)?:$/.test(parsed.protocol)) {
    throw new StartRefused('The database address must have the form postgres://user@host/database')
  }
  return parsed
}

/** The address with our session settings and, when given, the role taken on connect. */
export const withSessionSettings = (url: string, role?: string): string => {
  const parsed = parse(url)
  const given = parsed.searchParams.get('options')
  const options = [given, ...sessionSettings, role === undefined ? null : `-c role=${role}`]
  parsed.searchParams.set('options', options.filter((option) => option !== null).join(' '))
  return parsed.href
}

/** Another database of the same server. */
export const withDatabase = (url: string, database: string): string => {
  const parsed = parse(url)
  parsed.pathname = `/${database}`
  return parsed.href
}

/** Host and database of an address, without user and password: fit for messages. */
export const describeUrl = (url: string): string => {
  const { host, pathname, searchParams } = parse(url)
  return `${host || (searchParams.get('host') ?? 'localhost')}${pathname}`
}
