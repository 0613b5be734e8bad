import { completeAuthentication } from '@signet/contract/access/authentication'
import { authenticateMagicLink, readOwnMagicLink } from '@signet/contract/access/magic-links'
import {
  deleteMagicLink,
  putMagicLink,
  readMagicLink,
  readMagicLinkInformation,
} from '@signet/contract/authenticators/magic-links'
import { updateMagicLinkSettings } from '@signet/contract/settings/magiclink'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { deliverNotices, mailsTo } from '../../../../testing/access/mail.ts'
import {
  browserOf,
  buildPerson,
  buildToken,
  fieldOf,
  goodPassword,
  sessionTokenOf,
} from '../../../../testing/access/people.ts'
import { buildAdmin, signInAs } from '../../../../testing/builders.ts'
import { startTestApp, type TestApp, type TestTenant } from '../../../../testing/test-app.ts'
import { createContext } from '../../../kit/create-context.ts'
import { look } from './magic-links.service.ts'

/*
 * Guards: the state in `useLink` and `endLink`, the end in `open`, the rule in `isGoodFor`, the
 * browser in `ownWaiting`, who may have a link in the challenge, `obstacleOf` for administrators'
 * links, and the origins in `expectPlace`.
 */

let test: TestApp
let as: string
let addresses = 0
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  as = (await buildAdmin(test.ctx)).token
  await configure({ enabled: true })
})
afterAll(() => test.close())

const configure = async (body: object) => {
  const answer = await test.call(updateMagicLinkSettings, { as, body })
  expect(answer.status, answer.text).toBe(200)
}

const linkMail = /^Sign in to /

const newAddress = (): string => {
  addresses += 1
  return `link-${addresses}@example.test`
}

const tokenIn = (text: string): string => {
  const token = /\/magiclink\/([\w-]+)/.exec(text)?.[1]
  if (token === undefined) throw new Error('the mail holds no link')
  return token
}

const mailsWithLink = (address: string) =>
  mailsTo(test, address).filter(({ subject }) => linkMail.test(subject))

const patient = { timeout: 60_000, interval: 20 }

const mailedToken = (address: string): Promise<string> =>
  vi.waitFor(() => {
    const [mail] = mailsWithLink(address)
    if (mail === undefined) throw new Error(`no link for ${address}`)
    return tokenIn(mail.text)
  }, patient)

type Browser = ReturnType<typeof browserOf>

/** Someone who has asked for a link, and the browser that waits. */
const asking = async (at: TestTenant = test) => {
  const email = newAddress()
  const user = await buildPerson(at.ctx, { email, password: null })
  const browser = browserOf(at.call)
  await browser.query(user.userId)
  const asked = await browser.challenge('MAGICLINK')
  expect(asked.status, asked.text).toBe(200)
  return { user, email, browser, asked, token: await mailedToken(email) }
}

const answer = (magicToken: string, query: object = {}, body: object = {}) =>
  test.call(authenticateMagicLink, { query: { magicToken, ...query }, body })

const complete = (token: string, { machineNonce }: Pick<Browser, 'machineNonce'>, more = {}) =>
  answer(token, { complete: 'true' }, { machineNonce, ...more })

const elsewhere = async () => {
  const browser = browserOf(test.call)
  await browser.query()
  return browser
}

const poll = (browser: Browser) =>
  test.call(completeAuthentication, {
    params: { authenticator: 'MAGICLINK' },
    body: { authToken: browser.authToken },
  })

describe('a link that somebody asks for', () => {
  it('signs in in the browser that asked, once', {
    meta: { covers: ['login.magic-link'] },
  }, async () => {
    const { token, browser } = await asking()
    const seen = await answer(token, {}, { machineNonce: browser.machineNonce })
    expect(seen.body).toMatchObject({ state: 'OPEN', here: true, there: false })
    const done = await complete(token, browser)
    expect(done.body, done.text).toMatchObject({ state: 'SIGNED_IN' })
    sessionTokenOf(done.body.authentication)
    expect(done.headers['set-cookie']).toBeDefined()
    const again = await complete(token, browser)
    expect([again.status, again.body.code]).toEqual([401, 'magic_link_invalid'])
  })

  it('is not used up by opening its page, however often', async () => {
    const { token, browser } = await asking()
    const { host } = new URL(test.tenant.publicUrl)
    for (const method of ['GET', 'HEAD', 'GET'] as const) {
      const page = await test.app.inject({ method, url: `/magiclink/${token}`, headers: { host } })
      expect(page.statusCode).toBe(200)
      await answer(token)
    }
    expect((await complete(token, browser)).status).toBe(200)
  })

  it('lets one of fifty in that come at once', { meta: { covers: ['S11'] } }, async () => {
    const { token, browser } = await asking()
    await configure({ opening: 'ANY_BROWSER' })
    const others = await Promise.all(Array.from({ length: 49 }, () => elsewhere()))
    const answers = await Promise.all([browser, ...others].map((one) => complete(token, one)))
    await configure({ opening: 'SAME_BROWSER' })
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('is nothing in another browser', { meta: { covers: ['S4'] } }, async () => {
    const { token, browser } = await asking()
    const other = await elsewhere()
    const seen = await answer(token, {}, { machineNonce: other.machineNonce })
    expect(seen.body).toMatchObject({ here: false, there: false })
    for (const place of ['HERE', 'THERE']) {
      expect((await complete(token, other, { place })).body.code).toBe('magic_link_invalid')
    }
    expect((await poll(browser)).body).toMatchObject({ authenticationCompleted: false })
    expect((await complete(token, browser)).status).toBe(200)
  })

  it('is nothing in another sign-in of the same person', { meta: { covers: ['S4'] } }, async () => {
    const { token, user } = await asking()
    const other = browserOf(test.call)
    await other.query(user.userId)
    expect((await other.prove('MAGICLINK', token)).body.code).toBe('invalid_user_response')
  })

  it('is nothing in the sign-in of somebody else, wherever it may be opened', {
    meta: { covers: ['S4'] },
  }, async () => {
    await configure({ opening: 'ANY_BROWSER' })
    const { token, browser } = await asking()
    const victim = await buildPerson(test.ctx, { password: null })
    const other = browserOf(test.call)
    await other.query(victim.userId)
    const refused = await other.prove('MAGICLINK', token)
    expect([refused.status, refused.body.code]).toEqual([401, 'invalid_user_response'])
    expect((await complete(token, browser)).status).toBe(200)
    await configure({ opening: 'SAME_BROWSER' })
  })

  it('is bound to the key of the browser that asked, where that has one', {
    meta: { covers: ['S4'] },
  }, async () => {
    const { token, browser, user } = await asking()
    await test.ctx.db
      .updateTable('magic_links')
      .set((eb) => ({
        waiting: eb.fn('jsonb_set', [
          'waiting',
          eb.val('{keyThumbprint}'),
          eb.val(JSON.stringify('one')),
        ]),
      }))
      .where('tenant_id', '=', test.tenant.id)
      .where('user_id', '=', user.id)
      .execute()
      .catch(() => undefined)
    const withKey = (keyThumbprint: string) =>
      createContext({
        ...test.ctx,
        actor: { kind: 'anonymous' },
        request: { ...test.ctx.request, keyThumbprint },
      })
    const { machineNonce } = browser
    const given = { place: 'HERE' as const, machineNonce }
    const rows = await test.ctx.db
      .selectFrom('magic_links')
      .select('waiting')
      .where('tenant_id', '=', test.tenant.id)
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow()
    expect(rows.waiting).toMatchObject({ keyThumbprint: 'one' })
    expect(await look(withKey('one'), token, given)).toMatchObject({ here: true })
    expect(await look(withKey('other'), token, given)).toMatchObject({ here: false })
  })

  it('may be opened anywhere where the tenant says so', async () => {
    await configure({ opening: 'ANY_BROWSER' })
    const { token, browser } = await asking()
    const other = await elsewhere()
    const seen = await answer(token, {}, { machineNonce: other.machineNonce })
    expect(seen.body).toMatchObject({ here: true, there: false })
    expect((await complete(token, other, { place: 'THERE' })).status).toBe(401)
    const done = await complete(token, other)
    sessionTokenOf(done.body.authentication)
    expect((await poll(browser)).body.code).toBe('magic_link_invalid')
    await configure({ opening: 'SAME_BROWSER' })
  })

  it('lets the browser go on that waits, where the tenant says so', {
    meta: { covers: ['S11'] },
  }, async () => {
    await configure({ opening: 'WAITING_BROWSER' })
    const { token, browser } = await asking()
    const other = await elsewhere()
    expect((await poll(browser)).body).toMatchObject({ authenticationCompleted: false })
    const told = await complete(token, other, { place: 'THERE' })
    expect(told.body).toMatchObject({ state: 'TOLD', authentication: null })
    const answers = await Promise.all(Array.from({ length: 50 }, () => poll(browser)))
    const sessions = new Set(
      answers.filter(({ status }) => status === 200).map(({ body }) => sessionTokenOf(body)),
    )
    expect(sessions.size).toBe(1)
    expect((await complete(token, other)).body.code).toBe('magic_link_invalid')
    await configure({ opening: 'SAME_BROWSER' })
  })

  it('is cancelled by whoever did not ask for it', {
    meta: { covers: ['login.magic-link'] },
  }, async () => {
    const { token, browser } = await asking()
    expect((await answer(token, { cancel: 'true' })).body).toMatchObject({ state: 'CANCELLED' })
    expect((await complete(token, browser)).body.code).toBe('magic_link_invalid')
    expect((await poll(browser)).body.code).toBe('magic_link_invalid')
    test.clock.advance(61_000)
    expect((await browser.challenge('MAGICLINK')).status).not.toBe(200)
  })

  it('runs out', async () => {
    const { token, browser } = await asking()
    test.clock.advance(600_001)
    as = (await buildAdmin(test.ctx)).token
    expect((await complete(token, browser)).body.code).toBe('magic_link_invalid')
  })

  it('ends when another is sent, which is not before its time', async () => {
    const { token, browser, email } = await asking()
    await browser.challenge('MAGICLINK')
    expect(mailsWithLink(email)).toHaveLength(1)
    test.clock.advance(61_000)
    await browser.challenge('MAGICLINK')
    const second = await vi.waitFor(() => {
      expect(mailsWithLink(email)).toHaveLength(2)
      return tokenIn(mailsWithLink(email)[0]?.text ?? '')
    }, patient)
    expect((await complete(token, browser)).body.code).toBe('magic_link_invalid')
    expect((await complete(second, browser)).status).toBe(200)
  })

  it('asks for the second factor that is held, and reaches no higher by it', async () => {
    const { token, browser, user } = await asking()
    const app = await buildToken(test.ctx, user.id)
    const half = await complete(token, browser)
    expect(half.body.authentication).toMatchObject({
      authenticationCompleted: false,
      secondFactor: true,
      authenticators: [{ type: 'TOKEN' }],
    })
    const done = await test.call(completeAuthentication, {
      params: { authenticator: 'TOKEN' },
      body: {
        authToken: String(fieldOf(half.body.authentication, 'authToken')),
        response: app.code(),
      },
    })
    expect(done.body, done.text).toMatchObject({ authenticationCompleted: true })
    const session = await test.ctx.db
      .selectFrom('sessions')
      .select(['acr', 'amr'])
      .where('tenant_id', '=', test.tenant.id)
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow()
    expect(session.acr).toBe('aal1')
    expect(session.amr).not.toContain('mfa')
  })

  it('that sign-ups and others never send is asked of nobody without a name', async () => {
    const browser = await elsewhere()
    expect((await browser.challenge('MAGICLINK')).body.code).toBe('no_transaction')
  })
})

describe('who may not have a link', () => {
  it.each([
    ['nobody at all', () => Promise.resolve({ userId: 'nobody at all', email: '' })],
    [
      'an administrator',
      async () => {
        const email = newAddress()
        return { ...(await buildPerson(test.ctx, { email, administrator: true })), email }
      },
    ],
    [
      'who has not proven the address',
      async () => {
        const email = newAddress()
        const user = await buildPerson(test.ctx, { email })
        const proven = { email_verified: false }
        await test.ctx.db.updateTable('users').set(proven).where('id', '=', user.id).execute()
        return { ...user, email }
      },
    ],
    [
      'who is locked',
      async () => {
        const email = newAddress()
        const user = await buildPerson(test.ctx, { email })
        await test.ctx.db
          .updateTable('users')
          .set({ locked: true })
          .where('id', '=', user.id)
          .execute()
        return { ...user, email }
      },
    ],
  ])(
    '%s is answered like anybody, and nothing is mailed',
    { meta: { covers: ['S29'] } },
    async (_, find) => {
      const { userId, email } = await find()
      const browser = browserOf(test.call)
      const known = (await asking()).asked
      await browser.query(userId)
      const asked = await browser.challenge('MAGICLINK')
      expect(asked.status).toBe(200)
      expect(Object.keys(asked.body)).toEqual(Object.keys(known.body))
      expect(String(asked.body.authToken).length).toBe(String(known.body.authToken).length)
      const [there, here] = [asked.body.magicLink, known.body.magicLink]
      expect(Object.keys(Object(there))).toEqual(Object.keys(Object(here)))
      expect((await poll(browser)).body).toMatchObject({ authenticationCompleted: false })
      await deliverNotices(test)
      expect(mailsWithLink(email)).toEqual([])
    },
  )

  it('an administrator is not let in by a link that was mailed before', async () => {
    const { token, browser, user } = await asking()
    const { token: super_ } = await buildAdmin(test.ctx)
    expect(super_).toBeDefined()
    const { role_id } = await test.ctx.db
      .selectFrom('user_roles')
      .innerJoin('roles', 'roles.id', 'user_roles.role_id')
      .select('role_id')
      .where('user_roles.tenant_id', '=', test.tenant.id)
      .where('roles.role_type', '<>', 'USER')
      .executeTakeFirstOrThrow()
    const row = { tenant_id: test.tenant.id, user_id: user.id, role_id }
    await test.ctx.db.insertInto('user_roles').values(row).execute()
    expect((await complete(token, browser)).body.code).toBe('invalid_user_response')
  })

  it('no one is where links are switched off', async () => {
    const { token, browser, user } = await asking()
    await configure({ enabled: false })
    const other = browserOf(test.call)
    const begun = await other.query(user.userId)
    expect(JSON.stringify(begun.body.authenticators)).not.toContain('MAGICLINK')
    expect((await other.challenge('MAGICLINK')).body.code).toBe('no_transaction')
    expect((await complete(token, browser)).body.code).toBe('no_transaction')
    await configure({ enabled: true })
  })
})

describe('a link that an administrator makes', () => {
  const person = async () => {
    const email = newAddress()
    const user = await buildPerson(test.ctx, { email })
    return { user, email, params: { userid: user.id } }
  }

  it('is mailed to the user alone, and signs in once in any browser', async () => {
    const { user, email, params } = await person()
    const own = await signInAs(test.ctx, user)
    const before = await test.call(readMagicLinkInformation, { as, params })
    expect(before.body).toMatchObject({ obstacle: null, email, magicLink: null })
    const made = await test.call(putMagicLink, { as, params, body: {} })
    expect(made.body, made.text).toMatchObject({ email, autoSend: true, link: null })
    await deliverNotices(test)
    const token = await mailedToken(email)
    expect(made.text).not.toContain(token)
    expect((await test.call(readMagicLink, { as, params })).body).toMatchObject({
      email,
      link: null,
    })
    expect((await test.call(readOwnMagicLink, { as: own })).body).toMatchObject({
      enabled: true,
      email,
    })
    const browser = await elsewhere()
    expect((await answer(token)).body).toMatchObject({ here: true, requested: null })
    sessionTokenOf((await complete(token, browser)).body.authentication)
    expect((await complete(token, browser)).body.code).toBe('magic_link_invalid')
    expect((await test.call(readMagicLink, { as, params })).status).toBe(404)
  })

  it('is taken back', async () => {
    const { email, params } = await person()
    await test.call(putMagicLink, { as, params, body: {} })
    await deliverNotices(test)
    const token = await mailedToken(email)
    expect((await test.call(deleteMagicLink, { as, params })).status).toBe(204)
    expect((await complete(token, await elsewhere())).body.code).toBe('magic_link_invalid')
    expect((await test.call(deleteMagicLink, { as, params })).status).toBe(404)
  })

  it('is shown where the tenant lets administrators hand it over, and only then', async () => {
    const { params } = await person()
    const body = { autoSend: false }
    const refused = await test.call(putMagicLink, { as, params, body })
    expect(refused.body.errorCode).toBe('magic_link_not_allowed')
    await configure({ handOver: true })
    const made = await test.call(putMagicLink, { as, params, body })
    await configure({ handOver: false })
    const browser = await elsewhere()
    const done = await complete(tokenIn(String(made.body.link)), browser)
    sessionTokenOf(done.body.authentication)
  })

  it('is not made for administrators, nor to another address than the user’s own', async () => {
    const admin = await buildPerson(test.ctx, { email: newAddress(), administrator: true })
    const params = { userid: admin.id }
    const refused = await test.call(putMagicLink, { as, params, body: {} })
    expect(refused.body.errorCode).toBe('magic_link_not_allowed')
    const other = await person()
    const body = { email: 'elsewhere@example.test' }
    const wrong = await test.call(putMagicLink, { as, params: other.params, body })
    expect(wrong.status).toBe(400)
  })

  it.each([
    'https://evil.example/',
    'http://user:password@localhost/',
    'javascript:alert(1)',
    '//evil.example',
  ])('does not lead to %s', async (redirectUrl) => {
    const { params } = await person()
    const answered = await test.call(putMagicLink, { as, params, body: { redirectUrl } })
    expect(answered.status).toBe(400)
  })

  it('leads to sites that the tenant has named', async () => {
    const { email, params } = await person()
    await configure({ redirectOrigins: ['https://app.example'] })
    const redirectUrl = 'https://app.example/welcome'
    const made = await test.call(putMagicLink, { as, params, body: { redirectUrl } })
    expect(made.body, made.text).toMatchObject({ redirectUrl })
    await deliverNotices(test)
    const done = await complete(await mailedToken(email), await elsewhere())
    expect(done.body).toMatchObject({ state: 'SIGNED_IN', redirectUrl })
  })

  it('is another tenant’s secret', async () => {
    const { email, params } = await person()
    await test.call(putMagicLink, { as, params, body: {} })
    await deliverNotices(test)
    const magicToken = await mailedToken(email)
    const other = await test.otherTenant()
    const seen = await other.call(authenticateMagicLink, { query: { magicToken }, body: {} })
    expect(seen.body.code).toBe('magic_link_invalid')
  })
})

it('a password still signs in beside links', async () => {
  const user = await buildPerson(test.ctx, { email: newAddress() })
  const browser = browserOf(test.call)
  await browser.query(user.userId)
  expect((await browser.prove('PASSWORD', goodPassword)).status).toBe(200)
})
