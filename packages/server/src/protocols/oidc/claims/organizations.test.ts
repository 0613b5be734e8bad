import { readOidcInteraction } from '@signet/contract/access/oidc-interactions'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Browser } from '../../../../testing/browser.ts'
import { type BuiltUser, buildOrganization, buildUser } from '../../../../testing/builders.ts'
import {
  browserOf,
  callback,
  type Party,
  postForm,
  registerParty,
  returnOf,
  userinfoOf,
  verifier,
} from '../../../../testing/oidc/party.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { organizationMembers } from '../../../modules/identity/organizations/index.ts'

// Guards: `isMember` in `chooseFor` and `organizationClaim`, `organizationPrompt`, `isSame` in `loadExistingGrant`.

let test: TestApp
let party: Party
let north: string
let south: string
let foreign: string
let user: BuiltUser
let browser: Browser
beforeAll(async () => {
  test = await startTestApp()
  party = await registerParty(test, { asksOrganization: true })
  north = await buildOrganization(test.ctx)
  south = await buildOrganization(test.ctx)
  foreign = await buildOrganization(test.ctx)
})
beforeEach(() => memberOf(north, south))
afterAll(() => test.close())

const memberOf = async (...ids: readonly string[]) => {
  user = await buildUser(test.ctx)
  const links = ids.map((id) => ({ userId: user.id, id }))
  await organizationMembers.insert(test.ctx, links)
  browser = await browserOf(test, user)
}

const redeem = async (back: URL, at = party) => {
  const { body } = await postForm(test, '/token', {
    party: at,
    form: {
      grant_type: 'authorization_code',
      code: back.searchParams.get('code') ?? '',
      redirect_uri: callback,
      code_verifier: verifier,
    },
  })
  return body
}

const claimOf = (tokens: Readonly<Record<string, unknown>>): unknown =>
  decodeJwt(String(tokens.id_token)).org_id

const cookieOf = ({ cookies }: Browser): string =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')

/** What the page that asks is told, and the way on with a choice. */
const asked = async (page: URL) => {
  expect(page.pathname).toBe('/oidc/organization')
  const body = { uid: page.searchParams.get('uid') ?? '' }
  const told = await test.call(readOidcInteraction, {
    body,
    headers: { cookie: cookieOf(browser) },
  })
  return JSON.parse(told.text).organizations
}

const choose = async (page: URL, id: string): Promise<URL> => {
  const { redirect } = await asked(page)
  const { headers } = await browser.visit(`${redirect}?organization=${id}`)
  return new URL(String(headers.location), test.tenant.publicUrl)
}

describe('somebody who is in one organization', () => {
  it('is not asked, and signs in for it', async () => {
    await memberOf(north)
    const tokens = await redeem(await returnOf(browser, party))
    expect(claimOf(tokens)).toBe(north)
    expect((await userinfoOf(test, tokens.access_token)).org_id).toBe(north)
  })

  it('or in none signs in for none', async () => {
    await memberOf()
    expect(claimOf(await redeem(await returnOf(browser, party)))).toBeUndefined()
  })
})

describe('somebody who is in several', () => {
  it('is asked, among their own alone, and signs in for the one they choose', {
    meta: { covers: ['S61'] },
  }, async () => {
    const page = await returnOf(browser, party)
    const { choices } = await asked(page)
    const ids = choices.map(({ id }: { readonly id: string }) => id)
    expect(ids.toSorted()).toEqual([north, south].toSorted())
    const tokens = await redeem(await choose(page, south))
    expect(claimOf(tokens)).toBe(south)
    expect((await userinfoOf(test, tokens.access_token)).org_id).toBe(south)
  })

  it('signs in for no other, whatever they answer', { meta: { covers: ['S61'] } }, async () => {
    for (const id of [foreign, crypto.randomUUID()]) {
      const again = await choose(await returnOf(browser, party), id)
      expect(again.pathname).toBe('/oidc/organization')
    }
  })

  it('is not asked again in the same session', async () => {
    await choose(await returnOf(browser, party), south)
    const again = await returnOf(browser, party)
    expect(claimOf(await redeem(again))).toBe(south)
    const silent = await returnOf(browser, party, { prompt: 'none' })
    expect(claimOf(await redeem(silent))).toBe(south)
  })

  it('cannot be asked where no page may be shown', async () => {
    const back = await returnOf(browser, party, { prompt: 'none' })
    expect(back.searchParams.get('error')).toBe('interaction_required')
  })

  it('is not asked by applications that do not want to know', async () => {
    const other = await registerParty(test)
    expect(claimOf(await redeem(await returnOf(browser, other), other))).toBeUndefined()
  })

  it('keeps the choice where they are asked for consent, too', async () => {
    const strict = await registerParty(test, { asksOrganization: true, requireConsent: true })
    const next = await choose(await returnOf(browser, strict), north)
    expect(next.pathname).toBe('/oidc/consent')
    const uid = next.searchParams.get('uid') ?? ''
    const { headers } = await browser.visit(`/api/oidc/authorize/${uid}`)
    const after = new URL(String(headers.location), test.tenant.publicUrl)
    expect(after.pathname).toBe('/oidc/consent')
  })

  it('is in it no more for tokens, once they have left it', {
    meta: { covers: ['S61'] },
  }, async () => {
    const tokens = await redeem(await choose(await returnOf(browser, party), south))
    await organizationMembers.remove(test.ctx, [{ userId: user.id, id: south }])
    expect((await userinfoOf(test, tokens.access_token)).org_id).toBeUndefined()
    expect(claimOf(await redeem(await returnOf(browser, party)))).toBe(north)
  })
})

describe('an application that chooses itself', () => {
  it('asks nobody, at each request anew', async () => {
    const other = await registerParty(test)
    for (const orgId of [north, south, north]) {
      const tokens = await redeem(await returnOf(browser, other, { orgId }), other)
      expect(claimOf(tokens)).toBe(orgId)
    }
  })

  it('keeps what it chose when it renews its tokens', async () => {
    const other = await registerParty(test)
    const tokens = await redeem(await returnOf(browser, other, { orgId: south }), other)
    const form = { grant_type: 'refresh_token', refresh_token: String(tokens.refresh_token) }
    const { body } = await postForm(test, '/token', { party: other, form })
    expect(claimOf(body)).toBe(south)
  })

  it('learns of no organization of others, nor whether there is one', {
    meta: { covers: ['S61'] },
  }, async () => {
    const told = []
    for (const orgId of [foreign, crypto.randomUUID(), 'none']) {
      const { searchParams } = await returnOf(browser, party, { orgId })
      told.push([...searchParams].toSorted().join(' '))
    }
    expect(new Set(told).size).toBe(1)
    expect(told[0]).toContain('access_denied')
  })
})
