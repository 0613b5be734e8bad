import { sessionTimes } from '@signet/rules/sessions'
import { ConnectionLost } from '../lib/lost-connection.ts'
import { createStore, type Store } from '../lib/store.ts'
import { followActivity, lastActivity, recordActivity } from './activity.ts'
import { type AuthenticatedSession, deleteSession, readStored, storeSession } from './stored.ts'
import { sessionLife } from './token.ts'
import { type Verdict, verdictOf } from './verdict.ts'

interface CounterState {
  /** The idle dialog shows. */
  readonly isPrompting: boolean
  readonly remainingSeconds: number
  readonly isExpired: boolean
}

interface CounterDoors {
  /** Asks the server for a new token. */
  readonly renew: () => Promise<AuthenticatedSession>
  /** Goes to /logout. */
  readonly leave: () => void
  readonly isOnBulkPage: () => boolean
  readonly reportFailure: (error: unknown) => void
}

export interface SessionCounter {
  readonly state: Store<CounterState>
  /** Renews the token: the answer of the idle dialog's button. */
  readonly continueSession: () => Promise<void>
  readonly stop: () => void
}

const atStart: CounterState = {
  isPrompting: false,
  remainingSeconds: sessionTimes.initialCountdownSeconds,
  isExpired: false,
}

/**
 * One renewal at a time in all tabs; whoever comes second finds a fresh token and asks for none.
 * Work is noted with the token: between the two, a session would look idle.
 */
const renewOnce = async (renew: CounterDoors['renew'], countsAsWork: boolean): Promise<void> => {
  const { receivedAt } = readStored()
  const ask = async (): Promise<void> => {
    const renewed = readStored().receivedAt === receivedAt ? await renew() : null
    if (countsAsWork) recordActivity(Date.now())
    if (renewed !== null) storeSession(renewed, Date.now())
  }
  if ('locks' in navigator) await navigator.locks.request('signet.renew', ask)
  else await ask()
}

/** Ends the session once: marked expired, then to /logout; later calls find it flagged already. */
const expirer = (state: Store<CounterState>, leave: () => void) => (): void => {
  if (state.get().isExpired) return
  deleteSession()
  state.update((before) => ({ ...before, isPrompting: false, isExpired: true }))
  leave()
}

/** A failed renewal is reported and ends the session; one without an answer is tried again. */
const renewer = ({ renew, reportFailure }: CounterDoors, expire: () => void) => {
  let isAtWork = false
  return async (countsAsWork: boolean): Promise<void> => {
    if (isAtWork) return
    isAtWork = true
    try {
      await renewOnce(renew, countsAsWork)
    } catch (error) {
      if (error instanceof ConnectionLost) return
      reportFailure(error)
      expire()
    } finally {
      isAtWork = false
    }
  }
}

const shownFor = (before: CounterState, verdict: Verdict): CounterState => {
  const isPrompting = verdict.kind === 'prompt'
  const remainingSeconds = isPrompting ? verdict.remainingSeconds : atStart.remainingSeconds
  const isSame = before.isPrompting === isPrompting && before.remainingSeconds === remainingSeconds
  return isSame ? before : { ...before, isPrompting, remainingSeconds }
}

/**
 * The clockwork of a session. Every 500 ms it judges by what all tabs share (the stored session and
 * the last activity), so that the tabs agree without messages.
 */
export const startCounter = (doors: CounterDoors): SessionCounter => {
  const state = createStore(atStart)
  const expire = expirer(state, doors.leave)
  const renew = renewer(doors, expire)
  /** The longest token so far: the last one before the absolute end is shorter, idling is not. */
  let timeoutMs = 0
  const tick = (): void => {
    const now = Date.now()
    const life = sessionLife(now)
    timeoutMs = Math.max(timeoutMs, life?.lengthMs ?? 0)
    const inactiveMs = now - lastActivity()
    const verdict = verdictOf({ life, inactiveMs, timeoutMs, isOnBulkPage: doors.isOnBulkPage() })
    if (verdict.kind === 'expire') return expire()
    state.update((before) => shownFor(before, verdict))
    if (verdict.kind === 'renew') void renew(verdict.countsAsWork)
  }
  recordActivity(Date.now())
  const unfollow = followActivity(() => state.get().isPrompting)
  const timer = setInterval(tick, sessionTimes.pollIntervalMs)
  const stop = (): void => {
    clearInterval(timer)
    unfollow()
  }
  return { state, continueSession: () => renew(true), stop }
}
