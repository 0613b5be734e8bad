import { boundedCache } from './bounded-cache.ts'

/*
 * Failed authentication of programs: OAuth clients, API applications, agents, registration tokens.
 * Secrets are 256 random bits, or at least 24 characters where they were imported, so that a budget of failures is enough, and what is right always passes: no one
 * locks an application out by failing in its name.
 */

/** Failures of one application from one address in a minute, and of one address in all. */
const mostOfClient = 20
const mostOfAddress = 60
const minuteMillis = 60_000

/** Failures of one application within ten minutes that are an alarm, at most once an hour. */
export const alarmAt = 100
const alarmWindowMillis = 10 * minuteMillis
const alarmPauseMillis = 60 * minuteMillis

interface Window {
  readonly since: number
  readonly count: number
}

interface CredentialFailure {
  /** Seconds until failures are answered one by one again; null while the budget lasts. */
  readonly retryAfter: number | null
  /** Whether so many have failed for this application that people should look. */
  readonly isAlarm: boolean
}

interface Failed {
  readonly tenantId: string
  /** The address of the caller, an IPv6 one by its /64. */
  readonly source: string
  /** Null for a program that does not exist. */
  readonly id: string | null
}

export interface CredentialFailures {
  note(failed: Failed): CredentialFailure
}

/** Of this node; every name that callers make up is counted as one. */
export const createCredentialFailures = (clock: () => Date): CredentialFailures => {
  const windows = boundedCache<Window>(50_000)
  const alarms = boundedCache<{ readonly at: number }>(10_000)
  const countIn = (key: string, millis: number, now: number): Window => {
    const present = windows.get(key)
    const isOver = present === undefined || now - present.since >= millis
    const next = isOver ? { since: now, count: 1 } : { ...present, count: present.count + 1 }
    windows.set(key, next)
    return next
  }
  const isAlarm = (key: string, now: number): boolean => {
    if (countIn(`alarm ${key}`, alarmWindowMillis, now).count < alarmAt) return false
    const last = alarms.get(key)?.at ?? Number.NEGATIVE_INFINITY
    if (now - last < alarmPauseMillis) return false
    alarms.set(key, { at: now })
    return true
  }
  return {
    note({ tenantId, source, id }) {
      const now = clock().getTime()
      const ofClient = `${tenantId} ${id ?? ''}`
      const own = countIn(`one ${ofClient} ${source}`, minuteMillis, now)
      const all = countIn(`all ${tenantId} ${source}`, minuteMillis, now)
      const spent = own.count > mostOfClient ? own : all.count > mostOfAddress ? all : null
      const left = spent === null ? 0 : spent.since + minuteMillis - now
      return {
        retryAfter: spent === null ? null : Math.max(1, Math.ceil(left / 1000)),
        isAlarm: isAlarm(ofClient, now),
      }
    },
  }
}
