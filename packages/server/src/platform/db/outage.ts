import type { Log } from '../log.ts'
import { CannotWrite, type DatabaseUnreachable, errorCodeOf } from './sql-errors.ts'

/** How long nothing may fail until an outage counts as over, in milliseconds. */
const quiet = { unreachable: 1000, cannotWrite: 15_000 } as const

/** The times without the database: two lines of the log each, however much fails meanwhile. */
export interface Outage {
  failed(error: DatabaseUnreachable): void
  /** A statement was answered: where changes failed, that says nothing. */
  answered(): void
  /** A change was made, which alone ends a time in which changes failed. */
  changed(): void
  /** @throws CannotWrite while changes fail */
  expectWritable(): void
  readonly takesChanges: boolean
}

interface Present {
  readonly since: number
  readonly error: DatabaseUnreachable
  last: number
  count: number
}

const quietAfter = ({ error }: Present): number =>
  error instanceof CannotWrite ? quiet.cannotWrite : quiet.unreachable

const describe = (error: DatabaseUnreachable) => {
  const { cause } = error
  return {
    reason: error.message,
    ...(cause instanceof Error
      ? { cause: cause.message, errorCode: errorCodeOf(cause) ?? null }
      : {}),
  }
}

export const createOutage = (log: Pick<Log, 'error' | 'warn'>): Outage => {
  let present: Present | null = null
  const end = (): void => {
    if (present === null || performance.now() - present.last < quietAfter(present)) return
    const seconds = Math.round((present.last - present.since) / 1000)
    log.warn({ failed: present.count, seconds }, 'the database is back in service')
    present = null
  }
  return {
    failed(error) {
      const now = performance.now()
      // A disk that fills up ends in a database that has stopped: the reason stays in the log.
      const isNews = present === null || (error instanceof CannotWrite && !isSame(present, error))
      if (isNews) log.error(describe(error), 'the database is out of service')
      present = isNews || present === null ? { since: now, error, last: now, count: 0 } : present
      present.last = now
      present.count += 1
    },
    answered() {
      if (!(present?.error instanceof CannotWrite)) end()
    },
    changed: end,
    expectWritable() {
      if (present?.error instanceof CannotWrite) throw present.error
    },
    get takesChanges() {
      return !(present?.error instanceof CannotWrite)
    },
  }
}

const isSame = ({ error }: Present, other: CannotWrite): boolean =>
  error instanceof CannotWrite && error.reason === other.reason
