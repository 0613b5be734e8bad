import { challengePasswordReset, queryPasswordReset } from '@signet/contract/access/password-reset'
import { requestSignUp } from '@signet/contract/access/sign-up'
import { putMagicLink } from '@signet/contract/authenticators/magic-links'
import { notifyUserPassword, setUserPassword } from '@signet/contract/authenticators/passwords'
import { updateMagicLinkSettings } from '@signet/contract/settings/magiclink'
import {
  registrationFamily,
  updateRegistrationSettings,
} from '@signet/contract/settings/registration'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { codeMailTo, deliverNotices, noticeTo } from '../../testing/access/mail.ts'
import { buildPerson } from '../../testing/access/people.ts'
import { buildAdmin } from '../../testing/builders.ts'
import { createCall } from '../../testing/call.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { createSetupLink } from '../modules/access/setup/index.ts'
import { takeHost } from '../modules/tenancy/tenants/index.ts'

/* Guard: `tenant.publicUrl` in every link; the request's host never. Row 18 of the list of attacks. */

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  as = (await buildAdmin(test.ctx)).token
})
afterAll(() => test.close())

const evil = 'evil.example.test'
const forged: readonly Readonly<Record<string, string>>[] = [
  { 'x-forwarded-host': evil },
  { 'x-forwarded-host': evil, 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.9' },
  { forwarded: `host=${evil};proto=https` },
  { 'x-original-host': evil, 'x-host': evil, 'x-http-host-override': evil },
  { origin: `https://${evil}`, referer: `https://${evil}/` },
]

/** A former host name of the tenant: still answered, and never written into a link. */
const addAlias = async (): Promise<string> => {
  const host = `old-${crypto.randomUUID().slice(0, 8)}.localhost`
  await takeHost(test.ctx.db, { host, tenantId: test.tenant.id, current: false })
  return host
}

const linksIn = (text: string): string[] => text.match(/https?:\/\/[^\s"'<>)]+(?<![.,;:])/g) ?? []

describe('a link in a mail', () => {
  it.each(forged)(
    'leads to the public URL whatever a request claims: %j',
    { meta: { covers: ['S18'] } },
    async (headers) => {
      const email = `${crypto.randomUUID()}@example.test`
      const person = await buildPerson(test.ctx, { email })
      const params = { userid: person.id }
      await test.call(notifyUserPassword, { as, params, headers })
      const body = { password: 'a much better phrase 7' }
      await test.call(setUserPassword, { as, params, headers, body })
      const asked = await test.call(queryPasswordReset, {
        headers,
        body: { userId: person.userId },
      })
      const { authToken } = asked.body
      await test.call(challengePasswordReset, {
        headers,
        body: { authToken, authenticator: 'OTP' },
      })
      await deliverNotices(test)
      const mails = [
        await codeMailTo(test, email),
        ...test.outbox().filter(({ to }) => to === email),
      ]
      const links = mails.flatMap(({ text, html }) => linksIn(`${text}\n${html ?? ''}`))
      expect(links.length).toBeGreaterThan(0)
      const { origin } = new URL(test.tenant.publicUrl)
      expect(links.filter((link) => new URL(link).origin !== origin)).toEqual([])
      expect(JSON.stringify(mails)).not.toContain(evil)
    },
  )

  it('leads to the public URL also when it was asked for under a former name', {
    meta: { covers: ['S18'] },
  }, async () => {
    const email = `${crypto.randomUUID()}@example.test`
    const person = await buildPerson(test.ctx, { email })
    const call = createCall(test.app, `${await addAlias()}:8080`)
    const asked = await call(notifyUserPassword, { as, params: { userid: person.id } })
    expect(asked.status, asked.text).toBe(204)
    const { text } = await noticeTo(test, email, /./)
    const { origin } = new URL(test.tenant.publicUrl)
    expect(linksIn(text).map((link) => new URL(link).origin)).toEqual(
      linksIn(text).map(() => origin),
    )
    expect(linksIn(text)).not.toEqual([])
  })

  it('leads to the public URL for whoever signs up or signs in by it, too', async () => {
    await test.platform.queue.start()
    const open = { ...registrationFamily.defaults, selfRegistration: true }
    await test.call(updateRegistrationSettings, { as, body: open })
    await test.call(updateMagicLinkSettings, { as, body: { enabled: true } })
    const call = createCall(test.app, `${await addAlias()}:8080`)
    const newcomer = `${crypto.randomUUID()}@example.test`
    const asked = await call(requestSignUp, { body: { email: newcomer, firstName: 'Ada' } })
    expect(asked.status, asked.text).toBeLessThan(300)
    const email = `${crypto.randomUUID()}@example.test`
    const { id: userid } = await buildPerson(test.ctx, { email })
    const made = await call(putMagicLink, { as, params: { userid }, body: {} })
    expect(made.status, made.text).toBe(200)
    const { origin } = new URL(test.tenant.publicUrl)
    for (const [to, subject] of [
      [newcomer, /^Confirm your/],
      [email, /^Sign in to /],
    ] as const) {
      const { text } = await vi.waitFor(() => noticeTo(test, to, subject), { timeout: 50_000 })
      expect(new Set(linksIn(text).map((link) => new URL(link).origin))).toEqual(new Set([origin]))
    }
  })

  it('is not sent at all for a host that is no tenant', async () => {
    const before = test.outbox().length
    const call = createCall(test.app, evil)
    const answer = await call(queryPasswordReset, { body: { userId: 'someone' } })
    expect(answer.body.code).toBe('HOSTNAME_NOT_FOUND')
    expect(test.outbox()).toHaveLength(before)
  })
})

describe('a setup link', () => {
  it('leads to the public URL', async () => {
    const link = await createSetupLink(test.ctx, { kind: 'FIRST_ADMINISTRATOR', userId: null })
    expect(new URL(link).origin).toBe(new URL(test.tenant.publicUrl).origin)
  })
})
