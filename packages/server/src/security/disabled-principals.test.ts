import {
  deleteOidcApplication,
  generateClientSecret,
  updateOidcApplication,
} from '@signet/contract/applications/oidc-applications'
import { setUserPassword } from '@signet/contract/authenticators/passwords'
import { changeUserState, deleteUser, unlockUser } from '@signet/contract/identity/users'
import { listOwnSessions } from '@signet/contract/tenancy/sessions'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type BuiltUser, buildAdmin, buildUser, signInAs } from '../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { createRelyingParty, type RelyingParty } from './sweep/relying-party.ts'

/*
 * Guards: user, session and grant are read with each token; clients and tenants are at most 1 s
 * stale. Row 13 of the list of attacks.
 */

let app: TestApp
/** The app with a tenant of the test's own. */
let test: TestApp
let as: string
let user: BuiltUser
let party: RelyingParty
let session: string
let given: { readonly access_token: string; readonly refresh_token: string }

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  test = { ...app, ...(await app.otherTenant()) }
  as = (await buildAdmin(test.ctx)).token
  user = await buildUser(test.ctx)
  party = await createRelyingParty(test, as)
  session = await signInAs(test.ctx, user)
  given = await party.tokensOf(user)
})

/** What still opens something, of everything that this person and this application were given. */
const stillOpen = async (): Promise<string[]> => {
  const own = await party.ownToken()
  const ways = {
    session: (await test.call(listOwnSessions, { as: session })).status === 200,
    userinfo: (await party.userinfo(given.access_token)).statusCode === 200,
    introspection: (await party.introspect(given.access_token)).json().active === true,
    refresh: (await party.refresh(given.refresh_token)).statusCode === 200,
    clientCredentials: own.statusCode === 200,
  }
  return Object.entries(ways).flatMap(([way, isOpen]) => (isOpen ? [way] : []))
}

/** Clients and tenants may be a second old. */
const afterTheCache = () => new Promise((resolve) => setTimeout(resolve, 1100))

describe('before anything is taken away', () => {
  it('everything opens', async () => {
    expect(await stillOpen()).toEqual([
      'session',
      'userinfo',
      'introspection',
      'refresh',
      'clientCredentials',
    ])
  })
})

describe('nothing of a person opens', () => {
  it.each([
    ['locked', { locked: true }],
    ['switched off', { state: 'INACTIVE' }],
  ])('once they are %s', { meta: { covers: ['S8', 'S13'] } }, async (_how, body) => {
    const answer = await test.call(changeUserState, { as, params: { id: user.id }, body })
    expect(answer.status, answer.text).toBe(200)
    expect(await stillOpen()).toEqual(['clientCredentials'])
  })

  // Guards: `actorOf` for sessions, `accountOf` and the statements of short answers for tokens.
  it.each([
    ['locked', { locked: true }],
    ['switched off', { state: 'INACTIVE' as const }],
  ])(
    'while they are %s, though nobody has ended what was open',
    { meta: { covers: ['S13'] } },
    async (_how, row) => {
      await test.ctx.db
        .updateTable('users')
        .set(row)
        .where('tenant_id', '=', test.tenant.id)
        .where('id', '=', user.id)
        .execute()
      expect(await stillOpen()).toEqual(['clientCredentials'])
    },
  )

  // Guard: `endSessionsOf` in the change of the state.
  it.each([
    ['locked', { locked: true }, unlockUser, {}],
    ['switched off', { state: 'INACTIVE' }, changeUserState, { state: 'ACTIVE' }],
  ])(
    'that was open before they were %s, once that is over',
    { meta: { covers: ['S13'] } },
    async (_how, off, endpoint, on) => {
      const params = { id: user.id }
      const ended = await test.call(changeUserState, { as, params, body: off })
      expect(ended.status, ended.text).toBe(200)
      const answer = await test.call(endpoint, { as, params, body: on })
      expect(answer.status, answer.text).toBeLessThan(300)
      expect(await stillOpen()).toEqual(['clientCredentials'])
    },
  )

  it('once they are deleted', { meta: { covers: ['S13'] } }, async () => {
    const answer = await test.call(deleteUser, { as, params: { id: user.id } })
    expect(answer.status, answer.text).toBe(204)
    expect(await stillOpen()).toEqual(['clientCredentials'])
  })

  it('once an administrator has set their password', { meta: { covers: ['S13'] } }, async () => {
    const params = { userid: user.id }
    const body = { password: 'a much better phrase 7' }
    expect((await test.call(setUserPassword, { as, params, body })).status).toBe(200)
    expect(await stillOpen()).toEqual(['clientCredentials'])
  })
})

describe('nothing of an application opens', () => {
  const body = {
    name: 'Party',
    applicationType: 'OIDC_WEB',
    redirectUris: ['https://rp.example.test/cb'],
  }

  it('once it is switched off', { meta: { covers: ['S13'] } }, async () => {
    const params = { id: party.id }
    const off = { ...body, enabled: false }
    expect((await test.call(updateOidcApplication, { as, params, body: off })).status).toBe(200)
    await afterTheCache()
    expect(await party.introspect(given.access_token)).toMatchObject({ statusCode: 401 })
    expect((await party.userinfo(given.access_token)).statusCode).toBe(401)
    expect((await party.refresh(given.refresh_token)).statusCode).toBe(401)
    expect((await party.ownToken()).statusCode).toBe(401)
  })

  it('once it is deleted', async () => {
    expect((await test.call(deleteOidcApplication, { as, params: { id: party.id } })).status).toBe(
      204,
    )
    expect((await party.userinfo(given.access_token)).statusCode).toBe(401)
    await afterTheCache()
    expect((await party.refresh(given.refresh_token)).statusCode).toBe(401)
    expect((await party.ownToken()).statusCode).toBe(401)
  })

  it('by its former secret once it has another', { meta: { covers: ['S13'] } }, async () => {
    const answer = await test.call(generateClientSecret, { as, body: { id: party.id } })
    expect(answer.status).toBe(200)
    await afterTheCache()
    expect((await party.ownToken()).statusCode).toBe(401)
    expect((await party.refresh(given.refresh_token)).statusCode).toBe(401)
  })
})

describe('nothing of a tenant opens', () => {
  it.each(['locked', 'terminated'] as const)('once it is %s', async (how) => {
    await test.ctx.db
      .updateTable('tenants')
      .set({ [how]: true })
      .where('tenant_id', '=', test.tenant.id)
      .execute()
    await afterTheCache()
    expect((await test.call(listOwnSessions, { as: session })).status).toBeGreaterThanOrEqual(403)
    const answers = [
      await party.userinfo(given.access_token),
      await party.introspect(given.access_token),
      await party.refresh(given.refresh_token),
      await party.ownToken(),
    ]
    for (const { statusCode } of answers) expect([403, 404]).toContain(statusCode)
  })
})
