import { readAuthenticationInformation } from '@signet/contract/access/authentication'
import { readSelf } from '@signet/contract/access/self'
import {
  completeSignUp,
  deleteSignUp,
  listSignUps,
  readSignUp,
  requestSignUp,
} from '@signet/contract/access/sign-up'
import { updateBlocklist } from '@signet/contract/settings/blocklist'
import { resetEmailTemplate, updateEmailTemplate } from '@signet/contract/settings/email-templates'
import {
  registrationFamily,
  updateRegistrationSettings,
} from '@signet/contract/settings/registration'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { deliverNotices, mailsTo, noticeTo } from '../../../../testing/access/mail.ts'
import {
  browserOf,
  buildPerson,
  fieldOf,
  goodPassword,
  sessionTokenOf,
} from '../../../../testing/access/people.ts'
import { buildAdmin, buildGroup } from '../../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { grantEntitlement } from '../../tenancy/entitlements/index.ts'

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  await test.platform.queue.start()
})
afterAll(() => test.close())

const hour = 3_600_000

const open = async (change: object = {}): Promise<void> => {
  as = (await buildAdmin(test.ctx)).token
  const body = { ...registrationFamily.defaults, selfRegistration: true, ...change }
  const answer = await test.call(updateRegistrationSettings, { as, body })
  expect(answer.status, answer.text).toBe(200)
}
/** Each test has an hour of its own, and with it the network's budget. */
beforeEach(async () => {
  test.clock.advance(2 * hour)
  await open()
})

let count = 0
const newAddress = (): string => `newcomer-${(count += 1)}@example.test`
const ask = (email: string, more: object = {}) =>
  test.call(requestSignUp, { body: { email, firstName: 'Ada', ...more } })

const tokenIn = (text: string): string =>
  /\/signup\/confirm\/([\w-]{22})/.exec(text)?.[1] ?? 'no link in the mail'
const subject = /^Confirm your/
/** A mail, however busy the machine that composes it. */
const mailed = (email: string, line: RegExp) =>
  vi.waitFor(() => noticeTo(test, email, line), { timeout: 50_000 })
const linkTo = async (email: string): Promise<string> =>
  tokenIn((await mailed(email, subject)).text)
const complete = (signUpToken: string, more: object = {}) =>
  test.call(completeSignUp, { body: { signUpToken, password: goodPassword, ...more } })

describe('a sign-up', () => {
  it('makes an account by the mailed link, whose address is proven and signs in', async () => {
    const email = newAddress()
    expect((await ask(email, { lastName: 'Lovelace' })).body).toEqual({ accepted: true })
    const signUpToken = await linkTo(email)
    const shown = await test.call(readSignUp, { body: { signUpToken } })
    expect(shown.body).toMatchObject({ email, userId: 'EMAIL' })
    const made = await complete(signUpToken)
    expect(made.body, made.text).toMatchObject({ userId: email })
    const browser = browserOf(test.call)
    await browser.query(email)
    const { body } = await browser.prove('PASSWORD', goodPassword)
    const self = await test.call(readSelf, { as: sessionTokenOf(body) })
    expect(self.body).toMatchObject({
      userId: email,
      firstName: 'Ada',
      lastName: 'Lovelace',
      email,
      emailVerified: true,
      registrationRequired: true,
    })
  })

  it('is not used up by whoever opens the link, as programs do that look into mails', {
    meta: { covers: ['S4'] },
  }, async () => {
    const email = newAddress()
    await ask(email)
    const signUpToken = await linkTo(email)
    // Guard: looking takes no try, of which a link has twenty.
    for (let look = 0; look < 25; look += 1) {
      await test.call(readSignUp, { body: { signUpToken } })
    }
    const page = await test.app.inject({
      url: `/signup/confirm/${signUpToken}`,
      headers: { host: new URL(test.tenant.publicUrl).host },
    })
    expect(page.statusCode).toBe(200)
    expect((await complete(signUpToken)).status).toBe(200)
  })

  it('makes no account while no seat is left, and its link works once there is one', async () => {
    const email = newAddress()
    await ask(email)
    const signUpToken = await linkTo(email)
    // Guard: `count_users`, which every new user passes.
    await grantEntitlement(test.ctx, { type: 'AUTHENTICATION', allotment: 0 })
    const refused = await complete(signUpToken)
    expect([refused.status, refused.body.errorCode]).toEqual([409, 'entitlement_used_up'])
    await test.ctx.db.updateTable('entitlements').set({ allotment: null }).execute()
    expect((await complete(signUpToken)).status).toBe(200)
  })

  it('is good once, however many use it at the same moment', {
    meta: { covers: ['S4'] },
  }, async () => {
    const email = newAddress()
    await ask(email)
    const token = await linkTo(email)
    const answers = await Promise.all(Array.from({ length: 5 }, () => complete(token)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    // Guard: useSignUp. The others are told of the link, before anything is made of them.
    const others = answers.filter(({ status }) => status !== 200)
    expect(others.map(({ body }) => body.code)).toEqual(Array(4).fill('sign_up_link_invalid'))
    expect((await complete(token)).body.code).toBe('sign_up_link_invalid')
    const rows = await test.ctx.db
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .execute()
    expect(rows).toHaveLength(1)
  })

  it('ends after a day, and is nobody’s in another tenant', {
    meta: { covers: ['S4'] },
  }, async () => {
    const email = newAddress()
    await ask(email)
    const signUpToken = await linkTo(email)
    const other = await test.otherTenant()
    const elsewhere = await other.call(readSignUp, { body: { signUpToken } })
    expect([elsewhere.status, elsewhere.body.code]).toEqual([404, 'sign_up_link_invalid'])
    test.clock.advance(24 * hour)
    expect((await test.call(readSignUp, { body: { signUpToken } })).status).toBe(404)
    expect((await complete(signUpToken)).body.code).toBe('sign_up_link_invalid')
  })

  it('ends every other link of the same mailbox', async () => {
    const email = newAddress()
    await ask(email)
    const first = await linkTo(email)
    await ask(email)
    await deliverNotices(test)
    const second = tokenIn(mailsTo(test, email)[0]?.text ?? '')
    expect(second).not.toBe(first)
    await complete(second)
    expect((await complete(first)).body.code).toBe('sign_up_link_invalid')
  })

  it('holds the password to the rules, and bears twenty tries', {
    meta: { covers: ['S47'] },
  }, async () => {
    const email = newAddress()
    await ask(email)
    const token = await linkTo(email)
    for (let at = 0; at < 20; at += 1) {
      expect((await complete(token, { password: 'short' })).body.code).toMatch(/^password_invalid/)
    }
    expect((await complete(token)).body.code).toBe('sign_up_link_invalid')
  })
})

it('the mail holds nothing that a stranger wrote, whatever the tenant makes of it', {
  meta: { covers: ['S47'] },
}, async () => {
  const inner = '<mj-text>Hello {{name}}, go on: {{confirmUrl}}</mj-text>'
  const body = `<mjml><mj-body><mj-section><mj-column>${inner}</mj-column></mj-section></mj-body></mjml>`
  const words = { subject: 'Confirm your address, {{name}}', text: 'Hello {{name}}', body }
  const params = { type: 'signUp', locale: 'en' }
  const saved = await test.call(updateEmailTemplate, { as, body: { ...params, ...words } })
  expect(saved.status, saved.text).toBe(200)
  const email = newAddress()
  await ask(email, { firstName: 'Win a prize at evil.example', lastName: 'canary' })
  const { subject: line, text, html } = await mailed(email, subject)
  expect(line).toBe(`Confirm your address, ${email}`)
  expect(`${line}${text}${html ?? ''}`).not.toMatch(/evil|canary/)
  await test.call(resetEmailTemplate, { as, params })
})

describe('who has an account already', () => {
  it('gets a mail that says so, and no link; the answer tells nothing', {
    meta: { covers: ['S29'] },
  }, async () => {
    const email = newAddress()
    await buildPerson(test.ctx, { userId: email, email })
    const [known, unknown] = [await ask(email), await ask(newAddress())]
    expect([known.status, known.text]).toEqual([unknown.status, unknown.text])
    const { text } = await mailed(email, /already/)
    expect(text).not.toContain('/signup/confirm/')
  })

  it('is told the same for another spelling of the address', async () => {
    const email = newAddress()
    await buildPerson(test.ctx, { userId: email, email })
    await ask(email.toUpperCase())
    expect((await mailed(email, /already/)).text).not.toContain('/signup/confirm/')
  })

  it('since the mail was sent is not made a second time', async () => {
    const email = newAddress()
    await ask(email)
    const token = await linkTo(email)
    await buildPerson(test.ctx, { userId: email, email })
    expect((await complete(token)).body.code).toBe('user_exists')
  })
})

describe('what the tenant asks', () => {
  it('is that nobody signs up, unless it lets them', { meta: { covers: ['S47'] } }, async () => {
    await open({ selfRegistration: false })
    expect((await ask(newAddress())).body.code).toBe('sign_up_unavailable')
    const shown = await test.call(readAuthenticationInformation)
    expect(shown.body.signUp).toBeNull()
  })

  it('is that people go to its own service instead, where it has named one', async () => {
    await open({ onboardingUrl: 'https://join.example/acme' })
    expect((await ask(newAddress())).body.code).toBe('sign_up_unavailable')
    expect((await test.call(readAuthenticationInformation)).body.signUp).toBeNull()
  })

  it('holds a link that was sent before it closed the door', {
    meta: { covers: ['S47'] },
  }, async () => {
    const email = newAddress()
    await ask(email)
    const token = await linkTo(email)
    await open({ selfRegistration: false })
    expect((await complete(token)).body.code).toBe('sign_up_unavailable')
  })

  it('may be an address of its domains, and no domain that only ends like one', {
    meta: { covers: ['S47'] },
  }, async () => {
    await open({ signUpDomains: ['example.test'] })
    for (const email of ['a@else.test', 'a@sub.example.test', 'a@notexample.test']) {
      expect((await ask(email)).body.code, email).toBe('sign_up_domain_refused')
    }
    expect((await ask('new.one@EXAMPLE.test')).status).toBe(200)
    const shown = await test.call(readAuthenticationInformation)
    expect(shown.body.signUp).toEqual({ termsUrl: null, domains: ['example.test'] })
  })

  it('may be that its terms are accepted, which is kept in the audit log', async () => {
    const signUpTermsUrl = 'https://acme.example/terms'
    await open({ signUpTermsUrl })
    const email = newAddress()
    expect((await ask(email)).body.code).toBe('sign_up_terms_missing')
    expect((await ask(email, { termsAccepted: true })).status).toBe(200)
    await complete(await linkTo(email))
    const { detail } = await test.ctx.db
      .selectFrom('audit_events as e')
      .innerJoin('audit_details as d', 'd.event_id', 'e.id')
      .select('d.detail')
      .where('e.action', '=', 'USER_SIGNED_UP')
      .orderBy('e.occurred_at', 'desc')
      .executeTakeFirstOrThrow()
    expect(fieldOf(JSON.parse(detail), 'attributes', 'termsUrl')).toBe(signUpTermsUrl)
  })

  it('may be a user id of one’s own; the address signs in beside it', async () => {
    await open({ signUpUserId: 'CHOSEN' })
    const email = newAddress()
    await ask(email)
    const token = await linkTo(email)
    expect((await complete(token)).status).toBe(400)
    await buildPerson(test.ctx, { userId: 'taken' })
    expect((await complete(token, { userId: 'Taken' })).body.code).toBe('user_exists')
    const made = await complete(token, { userId: 'countess' })
    expect(made.body).toMatchObject({ userId: 'countess' })
    const browser = browserOf(test.call)
    await browser.query(email)
    expect((await browser.prove('PASSWORD', goodPassword)).status).toBe(200)
  })

  it.each([
    'ada@acme.example',
    'ADA＠acme.example',
    'ACME\\ada',
    'ada lovelace',
    'аda',
    'раураӏ',
    'admin',
    'r00t',
    'no-reply',
  ])('makes no account with an id that looks like another: %s', async (userId) => {
    await open({ signUpUserId: 'CHOSEN' })
    const email = newAddress()
    await ask(email)
    const token = await linkTo(email)
    const { status, body } = await complete(token, { userId })
    expect([status, body.code]).toEqual([400, 'user_id_not_allowed'])
    // The address that was proven is a good one.
    expect((await complete(token, { userId: email.toUpperCase() })).status).toBe(200)
  })

  it('takes an address for known that somebody has proven, though it is no user id of theirs', async () => {
    const email = newAddress()
    await buildPerson(test.ctx, { userId: 'somebody', email })
    await ask(email.toUpperCase())
    expect((await mailed(email, /./)).text).not.toContain('/signup/confirm/')
  })

  it('keeps blocked networks out', { meta: { covers: ['S47'] } }, async () => {
    const blocked = { addresses: ['192.0.2.0/24'], userIds: [] }
    await test.call(updateBlocklist, { as, body: blocked })
    const { host } = new URL(test.tenant.publicUrl)
    const answer = await test.app.inject({
      method: 'POST',
      url: requestSignUp.path,
      headers: { host, 'content-type': 'application/json' },
      payload: { email: newAddress() },
      remoteAddress: '192.0.2.7',
    })
    expect(answer.json()).toMatchObject({ code: 'address_blocked' })
  })
})

describe('too many sign-ups', () => {
  it('of one mailbox are answered alike, and mailed no more than three times an hour', {
    meta: { covers: ['S47'] },
  }, async () => {
    const email = newAddress()
    for (const _ of [1, 2, 3, 4, 5]) expect((await ask(email)).status).toBe(200)
    await deliverNotices(test)
    expect(mailsTo(test, email)).toHaveLength(3)
    test.clock.advance(hour)
    await ask(email)
    await deliverNotices(test)
    expect(mailsTo(test, email)).toHaveLength(4)
  })

  it('from one network are refused, exactly, however parallel', {
    meta: { covers: ['S47'] },
  }, async () => {
    const answers = await Promise.all(Array.from({ length: 14 }, () => ask(newAddress())))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(4)
  })
})

it('too many sign-ups from the lines of one IPv6 network are refused', async () => {
  const { host } = new URL(test.tenant.publicUrl)
  const from = async (address: string): Promise<number> => {
    const answer = await test.app.inject({
      method: 'POST',
      url: requestSignUp.path,
      headers: { host, 'content-type': 'application/json' },
      payload: { email: newAddress(), firstName: 'Ada' },
      remoteAddress: address,
    })
    return answer.statusCode
  }
  const answers = await Promise.all(
    Array.from({ length: 44 }, (_, line) => from(`2001:db8:9:${line.toString(16)}::1`)),
  )
  expect(answers.filter((status) => status === 200)).toHaveLength(40)
  expect(answers.filter((status) => status === 429)).toHaveLength(4)
  expect(await from('2001:db8:9:100::1')).toBe(200)
})

describe('sign-ups that wait', () => {
  const list = async (token = as, body: object = {}) => test.call(listSignUps, { as: token, body })

  it('are listed, the newest first, page by page, without those of known addresses', async () => {
    const known = newAddress()
    await buildPerson(test.ctx, { userId: known, email: known })
    const wanted = [newAddress(), newAddress(), newAddress()]
    for (const email of [known, ...wanted]) {
      test.clock.advance(1000)
      await ask(email)
    }
    const emailsOf = (body: Record<string, unknown>) =>
      (Array.isArray(body.results) ? body.results : []).map((one) => fieldOf(one, 'email'))
    const { body } = await list(as, { limit: 2 })
    expect(emailsOf(body)).toEqual([wanted[2], wanted[1]])
    const cursor = fieldOf(body, 'paging', 'nextCursor')
    const next = await list(as, { limit: 2, cursor })
    expect(emailsOf(next.body)[0]).toBe(wanted[0])
    const back = await list(as, { limit: 2, cursor: fieldOf(next.body, 'paging', 'prevCursor') })
    expect(emailsOf(back.body)).toEqual([wanted[2], wanted[1]])
  })

  it('end at once when an administrator takes them back', async () => {
    const email = newAddress()
    await ask(email)
    const token = await linkTo(email)
    const { body } = await list()
    const id = String(fieldOf(Array.isArray(body.results) ? body.results[0] : null, 'id'))
    expect((await test.call(deleteSignUp, { as, params: { id } })).status).toBe(204)
    expect((await complete(token)).body.code).toBe('sign_up_link_invalid')
    expect((await test.call(deleteSignUp, { as, params: { id } })).status).toBe(404)
  })

  it('are not in sight of an administrator limited to groups', {
    meta: { covers: ['S47'] },
  }, async () => {
    const { id } = await buildGroup(test.ctx)
    const limited = await buildAdmin(test.ctx, {
      permissions: [
        ['USERS', 'VIEW'],
        ['USERS', 'REMOVE'],
      ],
      groupIds: [id],
    })
    expect((await list(limited.token)).body.code).toBe('access_denied')
    const params = { id: crypto.randomUUID() }
    const removal = await test.call(deleteSignUp, { as: limited.token, params })
    expect(removal.body.code).toBe('access_denied')
  })
})
