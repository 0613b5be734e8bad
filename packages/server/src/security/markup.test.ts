import { notifyUserPassword } from '@signet/contract/authenticators/passwords'
import { updateAccountInfo } from '@signet/contract/tenancy/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noticeTo } from '../../testing/access/mail.ts'
import { createBrowser } from '../../testing/browser.ts'
import { buildAdmin, buildUser } from '../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { startSession } from '../modules/tenancy/sessions/index.ts'

/* Guard: what is stored enters pages and mails as text only. Row 28 of the list. */

const canary = `"><img src=x onerror=alert(1)><script>alert(1)</script>'`

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  as = (await buildAdmin(test.ctx)).token
  await test.call(updateAccountInfo, { as, body: { companyName: canary } })
  await new Promise((resolve) => setTimeout(resolve, 1100))
})
afterAll(() => test.close())

const visit = async (url: string): Promise<string> => {
  const user = await buildUser(test.ctx)
  const { cookie } = await test.ctx.transaction((ctx) =>
    startSession(ctx, {
      userId: user.id,
      userName: user.userId,
      kind: 'web',
      amr: [],
      acr: null,
      deviceId: null,
      keyThumbprint: null,
    }),
  )
  const browser = createBrowser(test.app, new URL(test.tenant.publicUrl).host)
  browser.cookies.set('signet', cookie.value ?? '')
  return (await browser.visit(url)).body
}

describe('stored markup', () => {
  it('is text on the page that asks about signing out', { meta: { covers: ['S28'] } }, async () => {
    const page = await visit('/api/oidc/endsession')
    expect(page).toContain('Sign out?')
    expect(page).not.toContain('<img')
    expect(page).not.toContain('<script')
    expect(page).toContain('&#60;img')
  })

  it('does not stand in the page that loads console and sign-in', async () => {
    for (const path of ['/', '/oidc/authentication']) {
      expect(await visit(path)).not.toContain('onerror')
    }
  })

  it('is text in mails', { meta: { covers: ['S28'] } }, async () => {
    const email = 'markup@example.test'
    const user = await buildUser(test.ctx, { email })
    await test.call(notifyUserPassword, { as, params: { userid: user.id } })
    const mail = await noticeTo(test, email, /./)
    expect(mail.html).not.toMatch(/<img|<script/)
    expect(mail.html).toContain('&lt;script&gt;alert(1)')
    expect(mail.subject).not.toMatch(/[\r\n]/)
  })
})

describe('reflected markup', () => {
  it.each(['error', 'error_description', 'state', 'client_id', 'redirect_uri', 'uid'])(
    'in %s comes back encoded or not at all',
    { meta: { covers: ['S28'] } },
    async (name) => {
      const query = new URLSearchParams({ [name]: canary })
      for (const path of ['/api/oidc/authorize', '/api/oidc/errors', '/', '/oidc/consent']) {
        const { host } = new URL(test.tenant.publicUrl)
        const answer = await test.app.inject({ url: `${path}?${query}`, headers: { host } })
        expect(answer.body).not.toContain('<img')
        expect(String(answer.headers.location ?? '')).not.toMatch(/[<>"']/)
      }
    },
  )
})
