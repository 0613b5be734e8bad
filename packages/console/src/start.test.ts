import { renewSession } from '@signet/contract/access/authentication'
import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { answering, Refusal, serve } from '../testing/answers.ts'
import { buildSession } from '../testing/sessions.ts'
import { banners } from './lib/banners.ts'
import { failures } from './lib/failures.ts'
import type { SessionCounter } from './session/counter.ts'
import { readStored, storeSession } from './session/stored.ts'
import { startSessionCounter, warnOldBrowser } from './start.ts'

const counters: SessionCounter[] = []
const start = (): SessionCounter => {
  const counter = startSessionCounter()
  counters.push(counter)
  return counter
}

beforeEach(() => {
  location.hash = '#/users'
  storeSession(buildSession(), Date.now())
})
afterEach(() => {
  for (const counter of counters.splice(0)) counter.stop()
  vi.useRealTimers()
  location.hash = ''
})

describe('the session of the console', () => {
  it('is renewed by a call', {
    meta: { covers: ['session.renew-call', 'session.shell-calls'] },
  }, async () => {
    const asked = serve(answering(renewSession, () => buildSession({ token: 'token-2' })))
    await start().continueSession()
    expect(asked.map(({ endpoint, path }) => [endpoint.method, path])).toEqual([
      ['GET', '/api/web/v1/authentication/renew'],
    ])
    expect(readStored().session?.jwt.token).toBe('token-2')
  })

  it('ends at /logout with the way back when it cannot be renewed, which is recorded', {
    meta: { covers: ['session.renew-failure'] },
  }, async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    serve(answering(renewSession, () => new Refusal('expired_session_token')))
    await start().continueSession()
    expect(location.hash).toBe('#/logout?redirect=%2Fusers')
    expect(failures.get()[0]).toMatchObject({ status: 401 })
    await waitFor(() => expect(readStored().session).toBeNull())
  })

  it.each([
    ['#/bulkoperations/add', false],
    ['#/bulkoperations/add/create/users', false],
    ['#/bulkoperations', true],
    ['#/users', true],
  ])(
    'that is idle at %s still prompts in its last seconds: %s',
    { meta: { covers: ['session.bulk-page-idle'] } },
    async (hash, prompts) => {
      serve(answering(renewSession, () => buildSession({ token: 'token-2' })))
      location.hash = hash
      vi.useFakeTimers()
      storeSession(buildSession(), Date.now())
      const counter = start()
      await vi.advanceTimersByTimeAsync(14 * 60_000 + 46_000)
      const token = prompts ? 'token-1' : 'token-2'
      await expect.poll(() => readStored().session?.jwt.token).toBe(token)
      await vi.advanceTimersByTimeAsync(4_000)
      expect(counter.state.get().isPrompting).toBe(prompts)
    },
  )
})

describe('an old browser', () => {
  const shown = () => banners.get().shown.map(({ severity, text }) => `${severity}: ${text}`)
  const warning = 'warning: This browser is old. Some pages may not work; please update it.'

  it('is warned of by a banner, which goes once the browser is new', {
    meta: { covers: ['shell.old-browser'] },
  }, () => {
    document.documentElement.dataset.browser = 'old'
    warnOldBrowser()
    warnOldBrowser()
    expect(shown()).toEqual([warning])
    delete document.documentElement.dataset.browser
    warnOldBrowser()
    expect(shown()).toEqual([])
  })
})
