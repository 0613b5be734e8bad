import { decideUserCode } from '@signet/contract/access/user-codes'
import { updateOidcApplication } from '@signet/contract/applications/oidc-applications'
import { listAuditEvents } from '@signet/contract/operations/audit-events'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { whileHeld } from '../../../../testing/access/held-rows.ts'
import { type BuiltUser, buildAdmin, buildUser } from '../../../../testing/builders.ts'
import { allowServices, startHttpService } from '../../../../testing/http-services.ts'
import {
  browserOf,
  callback,
  type Party,
  postForm,
  registerParty,
  returnOf,
  userinfoOf,
  verifier,
  visitorOf,
} from '../../../../testing/oidc/party.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { handleInTenant } from '../../../app/tenant-jobs.ts'
import { workOnSignOut } from '../../saml/ended-sessions.ts'

// Guards: `isTurnedAway`, `holdVisitor` with `refuseMorePlaces`, `endOldestPlaces`, `tellOf`.

let test: TestApp
let service: Awaited<ReturnType<typeof startHttpService>>
let user: BuiltUser
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  service = await startHttpService()
  allowServices(test, [service])
  await test.platform.queue.start()
  await handleInTenant(test.platform, { queue: 'sign-outs', work: workOnSignOut })
})
beforeEach(async () => {
  user = await buildUser(test.ctx)
  service.calls.length = 0
})
afterAll(async () => {
  await service.close()
  await test.close()
})

type Terms = Readonly<Record<string, unknown>>

const partyOf = (sessionsPerUser: number | null, whenSessionsFull: string, more: Terms = {}) =>
  registerParty(test, { sessionsPerUser, whenSessionsFull, ...more })

/** Tokens by the code that an authorization led back with. */
const redeem = (party: Party, back: URL) =>
  postForm(test, '/token', {
    party,
    form: {
      grant_type: 'authorization_code',
      code: back.searchParams.get('code') ?? '',
      redirect_uri: callback,
      code_verifier: verifier,
    },
  })

/** Signs in to the application in a browser of its own. */
const comeIn = async (party: Party, change: Readonly<Record<string, string>> = {}) => {
  test.clock.advance(1000)
  const browser = await browserOf(test, user)
  const back = await returnOf(browser, party, change)
  const nothing: { readonly body: Readonly<Record<string, unknown>> } = { body: {} }
  const { body } = back.searchParams.has('code') ? await redeem(party, back) : nothing
  return { browser, back, tokens: body }
}

const isIn = async (tokens: Readonly<Record<string, unknown>>): Promise<boolean> =>
  (await userinfoOf(test, tokens.access_token)).sub === user.id

const codesGivenAtOnce = async (party: Party, count: number): Promise<readonly URL[]> => {
  const browsers = await Promise.all(Array.from({ length: count }, () => browserOf(test, user)))
  return whileHeld(
    test.ctx,
    'users',
    () => Promise.all(browsers.map((browser) => returnOf(browser, party))),
    // Of the eight connections one holds the rows.
    { waiting: Math.min(count, 6) },
  )
}

const liveAt = async (party: Party, backs: readonly URL[]): Promise<number> => {
  const given = backs.filter((back) => back.searchParams.has('code'))
  const answers = await Promise.all(given.map((back) => redeem(party, back)))
  const live = await Promise.all(answers.map(({ body }) => isIn(body)))
  return live.filter(Boolean).length
}

describe('places from which one person is signed in to an application', () => {
  it('are as many as they like where nothing is set', async () => {
    const party = await partyOf(null, 'END_OLDEST')
    const all = [await comeIn(party), await comeIn(party), await comeIn(party)]
    expect(await Promise.all(all.map(({ tokens }) => isIn(tokens)))).toEqual([true, true, true])
  })

  it('end with the oldest, whose application is told and whose other applications stay', {
    meta: { covers: ['S61'] },
  }, async () => {
    const party = await partyOf(2, 'END_OLDEST', { backchannelLogoutUri: `${service.url}/out` })
    const other = await registerParty(test)
    const first = await comeIn(party)
    const elsewhere = await redeem(other, await returnOf(first.browser, other))
    const second = await comeIn(party)
    const third = await comeIn(party)
    const live = await Promise.all([first, second, third].map(({ tokens }) => isIn(tokens)))
    expect(live).toEqual([false, true, true])
    expect(await isIn(elsewhere.body)).toBe(true)
    await vi.waitFor(() => expect(service.calls).toHaveLength(1), { timeout: 60_000 })
    const told = new URLSearchParams(service.calls[0]?.body).get('logout_token') ?? ''
    expect(decodeJwt(told).sid).toBe(decodeJwt(String(first.tokens.id_token)).sid)
  })

  it('are counted once for a browser that comes again', async () => {
    const party = await partyOf(1, 'REFUSE')
    const { browser } = await comeIn(party)
    const again = await returnOf(browser, party)
    expect(again.searchParams.has('code')).toBe(true)
    expect(await isIn((await redeem(party, again)).body)).toBe(true)
  })

  it('are refused beyond the limit, in words of this service and then of the application', {
    meta: { covers: ['S61'] },
  }, async () => {
    const party = await partyOf(1, 'REFUSE')
    const { tokens } = await comeIn(party)
    const { browser, back } = await comeIn(party)
    expect(back.pathname).toBe('/oidc/denied')
    const uid = back.searchParams.get('uid') ?? ''
    const denied = await browser.visit(`/api/oidc/authorize/${uid}?denied`)
    expect(new URL(String(denied.headers.location)).searchParams.get('error')).toBe('access_denied')
    expect(await isIn(tokens)).toBe(true)
  })

  it('are refused without a page where none may be shown', async () => {
    const party = await partyOf(1, 'REFUSE')
    await comeIn(party)
    const { back } = await comeIn(party, { prompt: 'none' })
    expect(back.searchParams.get('error')).toBe('access_denied')
  })

  it('are free again after a sign-out', async () => {
    const party = await partyOf(1, 'REFUSE')
    const { browser } = await comeIn(party)
    const page = await browser.visit('/api/oidc/endsession')
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page.body)?.[1] ?? ''
    const form = { xsrf, logout: 'yes' }
    await browser.visit('/api/oidc/endsession/confirm', { method: 'POST', form })
    expect((await comeIn(party)).back.searchParams.has('code')).toBe(true)
  })

  it('are devices, too', { meta: { covers: ['S61'] } }, async () => {
    const terms = { applicationType: 'OIDC_DEVICE', redirectUris: [] }
    const party = await partyOf(1, 'END_OLDEST', terms)
    const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code'
    const visitor = await visitorOf(test, user)
    const signIn = async () => {
      test.clock.advance(6000)
      const form = { client_id: party.id, scope: 'openid profile' }
      const begun = await postForm(test, '/device_authorization', { party, form, headers: {} })
      const body = { userCode: String(begun.body.user_code), allow: true }
      const decided = await test.call(decideUserCode, { as: visitor.token, body })
      let next = String(decided.body.redirect)
      while (next.includes('/api/oidc/device')) {
        const { headers } = await visitor.browser.visit(next)
        const { pathname, search } = new URL(String(headers.location), test.tenant.publicUrl)
        next = `${pathname}${search}`
      }
      const code = { device_code: String(begun.body.device_code), client_id: party.id }
      const form2 = { grant_type: deviceGrant, ...code }
      return (await postForm(test, '/token', { party, form: form2, headers: {} })).body
    }
    const television = await signIn()
    expect(await isIn(television)).toBe(true)
    const other = await signIn()
    expect([await isIn(television), await isIn(other)]).toEqual([false, true])
  })

  it.each(['END_OLDEST', 'REFUSE'])(
    'are never more, however many come at once: %s',
    { meta: { covers: ['S61'] } },
    async (when) => {
      const party = await partyOf(2, when)
      const backs = await codesGivenAtOnce(party, 8)
      expect(await liveAt(party, backs)).toBe(2)
    },
  )

  it('that were taken at the last moment are refused at the application', {
    meta: { covers: ['S61'] },
  }, async () => {
    const party = await partyOf(1, 'REFUSE')
    const backs = await codesGivenAtOnce(party, 3)
    const told = backs.map(({ searchParams }) => searchParams.get('error') ?? 'in')
    expect(told.toSorted()).toEqual(['access_denied', 'access_denied', 'in'])
  })

  it('that end for a newer one stand in the log', async () => {
    const party = await partyOf(1, 'END_OLDEST')
    await comeIn(party)
    await comeIn(party)
    const { token: as } = await buildAdmin(test.ctx)
    const body = { actions: ['SESSION_ENDED'], entityId: user.id }
    const { results } = JSON.parse((await test.call(listAuditEvents, { as, body })).text)
    expect(results).toMatchObject([
      { attributes: { application: party.id, reason: 'too_many_sessions' } },
    ])
  })

  it('that a lower limit leaves over end at the next sign-in', async () => {
    const party = await partyOf(3, 'END_OLDEST')
    const all = [await comeIn(party), await comeIn(party), await comeIn(party)]
    const { token: as } = await buildAdmin(test.ctx)
    const params = { id: party.rowId }
    const body = { name: `Party ${party.id}`, applicationType: 'OIDC_WEB', sessionsPerUser: 1 }
    const read = await test.call(updateOidcApplication, { as, params, body })
    expect(read.status, read.text).toBe(200)
    // What is known of an application is known for a second. Each try moves the test's clock on, and
    // codes are good for a minute of the real one.
    await vi.waitFor(
      async () => {
        all.push(await comeIn(party))
        const { tokens } = await comeIn(party)
        expect(await isIn(tokens)).toBe(true)
        const live = await Promise.all(all.map((each) => isIn(each.tokens)))
        expect(live).not.toContain(true)
      },
      { timeout: 60_000, interval: 1100 },
    )
  })
})
