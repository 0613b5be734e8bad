import {
  completeOwnTokenRegistration,
  createOwnToken,
  startOwnOfflineActivation,
  startOwnTokenActivation,
} from '@signet/contract/access/self-authenticators'
import { readSoftToken, removeSoftToken } from '@signet/contract/authenticators/soft-tokens'
import {
  changeTokenState,
  createUserToken,
  startTokenActivation,
} from '@signet/contract/authenticators/tokens'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deliverNotices, noticeTo } from '../../../../testing/access/mail.ts'
import { buildPerson, fieldOf, softToken } from '../../../../testing/access/people.ts'
import {
  beginSoftToken,
  buildSoftTokenApp,
  claimIn,
  createSoftTokenApp,
} from '../../../../testing/access/soft-token-app.ts'
import { buildAdmin, buildUser, signInAs } from '../../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
})
afterAll(() => test.close())

const begun = async () => {
  const user = await buildPerson(test.ctx)
  return { user, ...(await beginSoftToken(test, user.id)) }
}

/** An administrator makes a token for somebody and has its link mailed. */
const mailedLink = async (user: { readonly id: string }, type = 'ENTRUST_SOFT_TOKEN') => {
  const as = (await buildAdmin(test.ctx)).token
  const made = await test.call(createUserToken, { as, params: { userid: user.id, type }, body: {} })
  const params = { tokenid: String(made.body.id) }
  return test.call(startTokenActivation, { as, params, body: { mail: true } })
}

describe('the link of an administrator', () => {
  it('goes to its owner, and an app takes the token over by it', async () => {
    await deliverNotices(test)
    const email = 'mailed-app@acme.test'
    const { body } = await mailedLink(await buildPerson(test.ctx, { email }))
    const { text } = await noticeTo(test, email, /authenticator app/)
    const link = String(fieldOf(body.softToken, 'link'))
    expect(text).toContain(link)
    expect((await createSoftTokenApp(test).claim(claimIn(link))).status).toBe(200)
  })

  /* Guard: `email_verified` (invitations.ts). */
  it('goes to no address that is not proven, and the token stays as it was', async () => {
    const user = await buildUser(test.ctx, { email: 'unproven-app@acme.test' })
    expect((await mailedLink(user)).body.code).toBe('no_contact')
    const [token] = await test.ctx.db
      .selectFrom('tokens')
      .select('state')
      .where('user_id', '=', user.id)
      .execute()
    expect(token?.state).toBe('NEW')
  })

  it('is none for another app, whose secret would stand in the mail', async () => {
    const user = await buildPerson(test.ctx, { email: 'other-app@acme.test' })
    expect((await mailedLink(user, 'GOOGLE_AUTHENTICATOR')).body.code).toBe('token_invalid_state')
  })
})

describe('an app', () => {
  it('takes a token over by its link, and counts once its owner has typed its code', async () => {
    const user = await buildPerson(test.ctx)
    const as = await signInAs(test.ctx, user)
    const params = { type: 'ENTRUST_SOFT_TOKEN' }
    const made = await test.call(createOwnToken, { as, params, body: {} })
    const tokenid = String(made.body.id)
    const start = await test.call(startOwnTokenActivation, { as, params: { tokenid } })
    expect(start.body).toMatchObject({ otpauthUri: null, secret: null })
    const link = String(fieldOf(start.body.softToken, 'link'))
    expect(link).toContain(test.platform.config.authenticatorUrl)
    const app = createSoftTokenApp(test)
    const taken = await app.claim(claimIn(link))
    expect(taken.body).toMatchObject({ account: user.userId, digits: 6 })
    expect((await app.read()).body).toMatchObject({ state: 'PENDING', pushes: [] })
    const registrationCode = softToken(test.ctx, tokenid, String(taken.body.secret)).code()
    const confirmed = { as, params: { tokenid }, body: { registrationCode } }
    expect((await test.call(completeOwnTokenRegistration, confirmed)).body.state).toBe('ACTIVE')
    expect((await app.read()).body.state).toBe('ACTIVE')
  })

  /* Guard: `useClaim` deletes what it takes (claims.repository.ts). */
  it('is one of fifty that come with the same link at once', {
    meta: { covers: ['S51'] },
  }, async () => {
    const { claim } = await begun()
    const apps = [...Array(50)].map(() => createSoftTokenApp(test))
    const all = await Promise.all(apps.map((app) => app.claim(claim)))
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(all.filter(({ status }) => status === 404)).toHaveLength(49)
  })

  /* Guard: the thumbprint in `claim` (soft-token-apps.service.ts). */
  it('takes nothing over with a key that it does not hold', {
    meta: { covers: ['S51'] },
  }, async () => {
    const { claim } = await begun()
    const { jwk } = createSoftTokenApp(test)
    const other = createSoftTokenApp(test)
    expect((await other.claim(claim, { publicKey: jwk })).status).toBe(404)
    expect((await other.claim(claim)).status).toBe(200)
  })

  it('comes too late when the link has run out', { meta: { covers: ['S51'] } }, async () => {
    const { claim } = await begun()
    test.clock.advance(31 * 60_000)
    expect((await createSoftTokenApp(test).claim(claim)).status).toBe(404)
  })

  it('holds nothing any more once the activation begins anew', {
    meta: { covers: ['S51'] },
  }, async () => {
    const user = await buildPerson(test.ctx)
    const as = await signInAs(test.ctx, user)
    const { id: tokenid, claim } = await beginSoftToken(test, user.id)
    const app = createSoftTokenApp(test)
    await app.claim(claim)
    const offline = await test.call(startOwnOfflineActivation, { as, body: { tokenid } })
    expect(offline.body).toMatchObject({ softToken: null })
    expect(String(offline.body.otpauthUri)).toMatch(/^otpauth:/)
    expect((await app.read()).status).toBe(404)
  })

  it('is told that it was switched off, and asked nothing', async () => {
    const user = await buildPerson(test.ctx)
    const { app, tokenId } = await buildSoftTokenApp(test, user.id)
    const params = { tokenid: tokenId }
    const { token: as } = await buildAdmin(test.ctx)
    await test.call(changeTokenState, { as, params, body: { state: 'INACTIVE' } })
    expect((await app.read()).body).toMatchObject({ state: 'INACTIVE', pushes: [] })
  })

  it('gives its token up, which then proves nothing', async () => {
    const user = await buildPerson(test.ctx)
    const { app } = await buildSoftTokenApp(test, user.id)
    expect((await app.remove()).status).toBe(204)
    expect((await app.read()).status).toBe(404)
  })

  it('is nobody without a proof', async () => {
    const { body } = await createSoftTokenApp(test).read()
    expect(body).toMatchObject({ errorCode: 'not_found' })
  })
})

it('an app that removes its token reads it no longer', async () => {
  const { app } = await buildSoftTokenApp(test, (await buildPerson(test.ctx)).id)
  expect((await app.ask(readSoftToken)).status).toBe(200)
  expect((await app.ask(removeSoftToken)).status).toBeLessThan(300)
  expect((await app.ask(readSoftToken)).status).toBe(404)
})
