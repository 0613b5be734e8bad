import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, type TestTenant } from '../../testing/test-app.ts'

const subject = 'Hello <b>Ann</b>'
const link = 'https://acme.example/setup/x7Kq?a=1&b=2'

let test: TestApp
let other: TestTenant
beforeAll(async () => {
  test = await startTestApp()
  other = await test.otherTenant()
  const send = (tenantId: string, rest: object) =>
    test.platform.mailer.send({
      tenantId,
      to: 'ann@example.test',
      subject,
      text: `Open ${link}.\n<script>alert(1)</script>`,
      ...rest,
    })
  await send(test.tenant.id, { subject: 'Earlier' })
  await send(test.tenant.id, {
    html: '<html><head></head><body><a href="https://acme.example">Open</a></body></html>',
  })
  await send(other.tenant.id, { subject: 'Of another tenant' })
})
afterAll(() => test.close())

const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

const ask = (url: string, accept = browser) =>
  test.app.inject({ url, headers: { host: new URL(test.tenant.publicUrl).host, accept } })

const mails = async (): Promise<readonly { id: string; subject: string }[]> =>
  JSON.parse((await ask('/dev/outbox', 'application/json')).body)

const newest = async (): Promise<string> => `/dev/outbox/${(await mails())[0]?.id}`

describe('the outbox', () => {
  it.each(['application/json', '*/*'])('is JSON for %s, of the tenant alone', async (accept) => {
    const { headers, body } = await ask('/dev/outbox', accept)
    expect(headers['content-type']).toContain('application/json')
    const found: { subject: string }[] = JSON.parse(body)
    expect(found.map((mail) => mail.subject)).toEqual([subject, 'Earlier'])
  })

  it('is a page for browsers: the newest first, each with a link to it', async () => {
    const { headers, body } = await ask('/dev/outbox')
    expect(headers['content-type']).toContain('text/html')
    expect(body).toContain(`href="${await newest()}"`)
    expect(body.indexOf('Hello &#60;b&#62;Ann')).toBeLessThan(body.indexOf('Earlier'))
    expect(body).not.toContain('Of another tenant')
  })

  it('shows one email with its text, its links to be opened, and its HTML in a frame', async () => {
    const { body } = await ask(await newest())
    expect(body).toContain(
      '<a href="https://acme.example/setup/x7Kq?a=1&#38;b=2" rel="noreferrer">',
    )
    expect(body).toContain('</a>.')
    expect(body).toContain('&#60;script&#62;')
    expect(body).toMatch(/<iframe [^>]*sandbox="allow-popups allow-popups-to-escape-sandbox"/)
  })

  it.each([
    ['the list', async () => '/dev/outbox'],
    ['an email', newest],
    ['the HTML of an email', async () => `${await newest()}/html`],
  ])('runs no script in %s', async (_page, url) => {
    const { statusCode, headers } = await ask(await url())
    expect(statusCode).toBe(200)
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toMatch(/script-src|unsafe-eval|allow-scripts|allow-same-origin/)
  })

  it('opens the links of an email outside of its frame', async () => {
    const { body, headers } = await ask(`${await newest()}/html`)
    expect(body).toContain('<head><base target="_blank">')
    expect(headers['content-security-policy']).toMatch(/^sandbox allow-popups /)
  })

  it('has no page for the email of another tenant, nor for the HTML of one without', async () => {
    const [foreign] = test.outbox().filter(({ tenantId }) => tenantId === other.tenant.id)
    const [, earlier] = await mails()
    const asked = [`${foreign?.id}`, `${foreign?.id}/html`, `${earlier?.id}/html`]
    const answers = await Promise.all(asked.map((path) => ask(`/dev/outbox/${path}`)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404])
  })
})
