import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { buildSession } from '../../testing/sessions.ts'
import { ConnectionLost } from '../lib/lost-connection.ts'
import { type SessionCounter, startCounter } from './counter.ts'
import { deleteSession, readStored, storeSession } from './stored.ts'

const minute = 60_000
let left: string[]
let renewals: number
let reported: unknown[]
let isOnBulkPage: boolean
let renewFails: boolean
let isUnreachable = false
const counters: SessionCounter[] = []

/** One browser tab: several share the store. */
const openTab = (name = 'tab'): SessionCounter => {
  const counter = startCounter({
    renew: async () => {
      if (isUnreachable) throw new ConnectionLost(new TypeError('Failed to fetch'))
      if (renewFails) throw new Error('refused')
      renewals += 1
      return buildSession({ token: `renewed-${renewals}` })
    },
    leave: () => left.push(name),
    isOnBulkPage: () => isOnBulkPage,
    reportFailure: (error) => reported.push(error),
  })
  counters.push(counter)
  return counter
}

const pass = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms)
const work = (): void => void document.dispatchEvent(new Event('pointerdown'))
/** Somebody moves the mouse every 30 s for so long. */
const workFor = async (ms: number): Promise<void> => {
  for (let passed = 0; passed < ms; passed += 30_000) {
    work()
    await pass(30_000)
  }
}

beforeEach(() => {
  vi.useFakeTimers({ now: 1_700_000_000_000 })
  left = []
  renewals = 0
  reported = []
  isOnBulkPage = false
  renewFails = false
  storeSession(buildSession(), Date.now())
})
afterEach(() => {
  for (const counter of counters.splice(0)) counter.stop()
  vi.useRealTimers()
})

describe('the clockwork of a session', () => {
  it('starts with a countdown of 60 s that nobody sees yet', {
    meta: { covers: ['session.dialog-remaining', 'constant:session.countdown-initial'] },
  }, () => {
    expect(openTab().state.get()).toEqual({
      isPrompting: false,
      remainingSeconds: 60,
      isExpired: false,
    })
  })

  it('looks every 500 ms', {
    meta: { covers: ['session.counter-poll', 'constant:session.counter-poll'] },
  }, async () => {
    openTab()
    deleteSession()
    await pass(499)
    expect(left).toEqual([])
    await pass(1)
    expect(left).toEqual(['tab'])
  })

  it('keeps the session of somebody at work alive by renewing it', {
    meta: { covers: ['session.auto-renew'] },
  }, async () => {
    const counter = openTab()
    await workFor(60 * minute)
    expect(left).toEqual([])
    expect(renewals).toBe(4)
    expect(readStored().session?.jwt.token).toBe('renewed-4')
    expect(counter.state.get().isPrompting).toBe(false)
  })

  it('prompts two minutes before an idle session ends, counts down, and ends it', {
    meta: { covers: ['session.dialog-remaining', 'session.zero-logout'] },
  }, async () => {
    const counter = openTab()
    await pass(13 * minute - 500)
    expect(counter.state.get().isPrompting).toBe(false)
    await pass(500)
    expect(counter.state.get()).toMatchObject({ isPrompting: true, remainingSeconds: 120 })
    await pass(30_000)
    expect(counter.state.get().remainingSeconds).toBe(90)
    await pass(90_000)
    expect(counter.state.get()).toMatchObject({ isPrompting: false, isExpired: true })
    expect(left).toEqual(['tab'])
    expect(readStored().session).toBeNull()
    expect(renewals).toBe(0)
  })

  it('takes no movement for an answer while it prompts', async () => {
    const counter = openTab()
    await pass(14 * minute)
    work()
    await pass(500)
    expect(counter.state.get().isPrompting).toBe(true)
  })

  it('goes on when the visitor asks for it: the token is renewed and the idle time begins anew', {
    meta: { covers: ['session.dialog-continue'] },
  }, async () => {
    const counter = openTab()
    await pass(14 * minute)
    await counter.continueSession()
    await pass(500)
    expect(counter.state.get()).toMatchObject({ isPrompting: false, remainingSeconds: 60 })
    expect(renewals).toBe(1)
    await pass(12 * minute)
    expect(counter.state.get().isPrompting).toBe(false)
  })

  it('only flags a session that is expired already', {
    meta: { covers: ['session.zero-expired-mode'] },
  }, async () => {
    openTab()
    deleteSession()
    await pass(5000)
    expect(left).toEqual(['tab'])
  })

  it('reports a failed renewal and ends the session', {
    meta: { covers: ['session.renew-failure'] },
  }, async () => {
    const counter = openTab()
    renewFails = true
    await pass(14 * minute)
    await counter.continueSession()
    expect(reported).toHaveLength(1)
    expect(left).toEqual(['tab'])
    expect(counter.state.get().isExpired).toBe(true)
  })

  it('goes on where a renewal got no answer', async () => {
    const counter = openTab()
    isUnreachable = true
    await pass(14 * minute)
    await counter.continueSession()
    isUnreachable = false
    expect([reported, left]).toEqual([[], []])
    await counter.continueSession()
    expect(renewals).toBe(1)
    expect(counter.state.get().isExpired).toBe(false)
  })
})

describe('several tabs', () => {
  it('share one idle time: work in one keeps the others from prompting', {
    meta: { covers: ['session.cross-tab'] },
  }, async () => {
    const first = openTab('first')
    const second = openTab('second')
    await workFor(14 * minute)
    expect([first, second].map(({ state }) => state.get().isPrompting)).toEqual([false, false])
  })

  it('renew once for all', async () => {
    openTab('first')
    openTab('second')
    await workFor(15 * minute)
    expect(renewals).toBe(1)
  })

  it('renew once for all though they begin in the same moment', {
    meta: { covers: ['session.cross-tab'] },
  }, async () => {
    const first = openTab('first')
    const second = openTab('second')
    let last: Promise<unknown> = Promise.resolve()
    const request = (_: string, ask: () => Promise<void>): Promise<unknown> => {
      last = last.then(ask)
      return last
    }
    vi.stubGlobal('navigator', { locks: { request } })
    await pass(1000)
    await Promise.all([first.continueSession(), second.continueSession()])
    vi.unstubAllGlobals()
    expect(renewals).toBe(1)
  })

  it('prompt together, and an answer in one closes the dialog in the others', {
    meta: { covers: ['session.cross-tab'] },
  }, async () => {
    const first = openTab('first')
    const second = openTab('second')
    await pass(13 * minute + 500)
    expect(second.state.get().isPrompting).toBe(true)
    await first.continueSession()
    await pass(500)
    expect(second.state.get().isPrompting).toBe(false)
  })

  it('end together when one signs out', { meta: { covers: ['session.cross-tab'] } }, async () => {
    openTab('first')
    openTab('second')
    deleteSession()
    await pass(500)
    expect(left).toEqual(['first', 'second'])
  })
})

describe('on the page that adds bulk operations', () => {
  it('an idle session is renewed for as long as it takes', {
    meta: { covers: ['session.bulk-page-idle'] },
  }, async () => {
    openTab()
    isOnBulkPage = true
    await pass(120 * minute)
    expect(left).toEqual([])
    expect(renewals).toBeGreaterThanOrEqual(7)
  })

  it('a renewal that fails ends the session', {
    meta: { covers: ['session.bulk-page-renew-failure'] },
  }, async () => {
    openTab()
    isOnBulkPage = true
    renewFails = true
    await pass(16 * minute)
    expect(left).toEqual(['tab'])
    expect(reported).toHaveLength(1)
  })
})
