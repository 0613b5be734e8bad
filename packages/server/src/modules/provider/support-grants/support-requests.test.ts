import { requestTenantSupport } from '@signet/contract/provider/tenant-support'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deliverNotices } from '../../../../testing/access/mail.ts'
import { buildAdmin } from '../../../../testing/builders.ts'
import {
  type AdministeredTenant,
  tenantsBelow,
} from '../../../../testing/provider/tenants-below.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'

/* Guards: `Line` of `SupportReason`; what enters a mail is text. */

let test: TestApp
let as: string
let tenant: AdministeredTenant
/** The mail of the tenant. */
let post: TestApp
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  as = (await buildAdmin(test.ctx)).token
  tenant = await tenantsBelow(test, () => as)()
  post = { ...test, ctx: tenant.ctx }
})
afterAll(() => test.close())

const request = (reason: string) =>
  test.call(requestTenantSupport, { as, params: { tenantid: tenant.id }, body: { reason } })

/** The mails to the super administrator of the tenant. */
const mails = async () => {
  await deliverNotices(post)
  return test.outbox().filter(({ to }) => to.startsWith(tenant.admin.userId))
}

describe('the reason of a support request', () => {
  it('is text in the mail, and not in its subject', async () => {
    const markup = `"><img src=x onerror=alert(1)><a href="https://evil.example">here</a> {{company}} %0d%0aBcc: x@evil.example`
    expect((await request(markup)).status).toBe(200)
    const mail = (await mails()).find(({ text }) => text.includes('Support access requested'))
    expect(mail?.text).toContain(markup)
    expect(mail?.html).not.toMatch(/<img|href="https:\/\/evil/)
    expect(mail?.html).toContain('&lt;img src')
    expect(mail?.subject).not.toMatch(/[\r\n]|evil|alert/)
    expect(test.outbox().filter(({ to }) => to.includes('evil'))).toEqual([])
  })

  it.each([
    ['a line break', 'Help\r\nBcc: x@evil.example'],
    ['a line feed', 'Help\nus'],
    ['a carriage return', 'Help\rus'],
    ['a null character', 'Help\u0000us'],
    ['nothing but space', ' \t '],
    ['too much', 'x'.repeat(501)],
  ])('is rejected with %s, and nothing is mailed', async (_what, reason) => {
    const before = (await mails()).length
    const refused = await request(reason)
    expect([refused.status, refused.body.errorCode]).toEqual([400, 'invalid_parameters'])
    expect(await mails()).toHaveLength(before)
  })
})
