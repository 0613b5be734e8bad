import {
  listEmailTemplates,
  previewEmailTemplate,
  readDefaultEmailVariables,
  readEmailTemplate,
  readEmailTemplateType,
  readEmailVariables,
  resetEmailTemplate,
  updateEmailTemplate,
  updateEmailVariables,
} from '@signet/contract/settings/email-templates'
import { emailTemplates, emailTemplateTypes } from '@signet/rules/email-templates'
import { locales } from '@signet/rules/locales'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin } from '../../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { defaultTemplate } from './default-templates.ts'
import { preview as previewDraft } from './email-templates.service.ts'
import { fillHtml } from './fill.ts'
import { composeMail } from './index.ts'

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  as = (await buildAdmin(test.ctx)).token
})
afterAll(() => test.close())

const mjml = (inner: string, head = ''): string =>
  `<mjml><mj-head>${head}</mj-head><mj-body><mj-section><mj-column>${inner}</mj-column></mj-section></mj-body></mjml>`
const draft = (inner: string, rest: object = {}) => ({
  type: 'newDevice',
  locale: 'en',
  subject: 'Hello {{name}}',
  body: mjml(inner),
  text: 'Hello {{name}}',
  ...rest,
})
const preview = (inner: string, rest: object = {}) =>
  test.call(previewEmailTemplate, { as, body: draft(inner, rest) })
const shown = async (inner: string, rest?: object): Promise<string> => {
  const answer = await preview(inner, rest)
  expect(answer.status, answer.text).toBe(200)
  return String(answer.body.html)
}
const facts = { name: 'Ann', at: 'now', address: '::1', browser: 'Firefox' }
const mailed = (values: Record<string, string> = {}, locale = 'en') =>
  composeMail(test.ctx, { type: 'newDevice', locale, values: { ...facts, ...values } })

describe('the template that Signet brings', () => {
  it.each(emailTemplateTypes)('fits its own rules in every language: %s', async (type) => {
    const refused: string[] = []
    for (const locale of locales) {
      const brought = { type, locale, ...defaultTemplate(type, locale) }
      const { html, text } = await previewDraft(test.ctx, brought)
      if (`${html}${text}`.includes('{{')) refused.push(locale)
    }
    expect(refused).toEqual([])
  })

  it('describes its variables, with an example for each', async () => {
    const params = { type: 'code', locale: 'en' }
    const { body } = await test.call(readEmailTemplate, { as, params })
    expect(body.variables).toContainEqual({
      name: 'code',
      kind: 'text',
      description: 'The one-time code',
      example: '123456',
    })
    expect(JSON.stringify(body.variables)).not.toContain('KEY_NOT_FOUND')
  })

  it.each(emailTemplateTypes)('shows an example for each value of its own in %s', async (type) => {
    const params = { type, locale: 'th' }
    const { body } = await test.call(readEmailTemplate, { as, params })
    const examples = emailTemplates[type].variables.map((name) =>
      expect.objectContaining({ name, example: expect.stringMatching(/./) }),
    )
    expect(body.variables).toEqual(expect.arrayContaining(examples))
  })
})

describe('a template of the tenant’s own', () => {
  it('is what people get, in its language only, until it is reset', {
    meta: { covers: ['admin.email-template-reset'] },
  }, async () => {
    const params = { type: 'newDevice', locale: 'en' }
    const body = draft('<mj-text>Own words for {{name}}</mj-text>')
    const saved = await test.call(updateEmailTemplate, { as, body, headers: { 'if-match': '"0"' } })
    expect(saved.status, saved.text).toBe(200)
    expect(saved.body).toMatchObject({ customized: true, subject: 'Hello {{name}}' })
    const late = await test.call(updateEmailTemplate, { as, body, headers: { 'if-match': '"0"' } })
    expect(late.status).toBe(412)
    const again = { 'if-match': String(saved.headers.etag) }
    expect((await test.call(updateEmailTemplate, { as, body, headers: again })).status).toBe(200)
    const mail = await mailed()
    expect(mail).toMatchObject({ subject: 'Hello Ann', text: 'Hello Ann' })
    expect(mail.html).toContain('Own words for Ann')
    expect((await mailed({}, 'de')).html).not.toContain('Own words')
    const listed = await test.call(readEmailTemplateType, { as, params })
    expect(listed.body.customized).toMatchObject([{ locale: 'en' }])
    const reset = await test.call(resetEmailTemplate, { as, params })
    expect(reset.body).toMatchObject({ customized: false })
    expect((await mailed()).html).not.toContain('Own words')
    expect((await test.call(listEmailTemplates, { as })).text).not.toContain('"locale":"en"')
  })

  it('is nobody’s in another tenant', async () => {
    await test.call(updateEmailTemplate, { as, body: draft('<mj-text>Secret plan</mj-text>') })
    const other = await test.otherTenant()
    const mail = await composeMail(other.ctx, { type: 'newDevice', locale: 'en', values: facts })
    expect(mail.html).not.toContain('Secret plan')
  })
})

describe('what every mail says', () => {
  it('is the tenant’s, language by language, and goes back where it is emptied', async () => {
    const params = { locale: 'en' }
    const before = await test.call(readEmailVariables, { as, params })
    expect(before.body).toMatchObject({ support: 'your administrator', customized: [] })
    const body = { locale: 'en', support: 'the help desk <help@acme.example>' }
    const saved = await test.call(updateEmailVariables, { as, body })
    expect(saved.body).toMatchObject({ support: body.support, customized: ['support'] })
    await test.call(resetEmailTemplate, { as, params: { type: 'tokenRemoved', locale: 'en' } })
    const values = { ...facts, label: 'Phone' }
    const mail = await composeMail(test.ctx, { type: 'tokenRemoved', locale: 'en', values })
    expect(mail.text).toContain('tell the help desk <help@acme.example>')
    expect(mail.html).toContain('tell the help desk &lt;help@acme.example&gt;')
    const brought = await test.call(readDefaultEmailVariables, { as, params })
    expect(brought.body).toMatchObject({ support: 'your administrator' })
    const emptied = await test.call(updateEmailVariables, { as, body: { locale: 'en' } })
    expect(emptied.body).toMatchObject({ support: 'your administrator', customized: [] })
  })
})

describe('a template is refused, and the reason told,', () => {
  it.each([
    ['with an unknown variable', '<mj-text>\n{{password}}</mj-text>', 'Line 2: {{password}}'],
    ['with a variable left open', '<mj-text>{{name}</mj-text>', 'not closed'],
    ['with a text in a link', '<mj-button href="{{name}}">x</mj-button>', 'in a link'],
    ['with a link made longer', '<mj-button href="https://x/{{url}}">x</mj-button>', 'in a link'],
    ['with a text in a style', '<mj-text color="{{name}}">x</mj-text>', 'in the attribute style'],
    ['with a text as a picture', '<mj-text><img src="https://x/{{name}}"></mj-text>', 'src'],
    ['with a file to include', '<mj-include path="/etc/passwd" />', '<mj-include>'],
    ['with raw markup', '<mj-raw><b>x</b></mj-raw>', '<mj-raw>'],
    ['with a component left open', '<mj-text>x', 'closes what is not open'],
    ['that is no MJML', '</mj-column>', 'closes what is not open'],
  ])(
    '%s',
    { meta: { covers: ['errors.server-text-email-template'] } },
    async (_, inner, reason) => {
      const answer = await preview(inner)
      expect(answer.body).toMatchObject({ errorCode: 'email_template_body_syntax_error' })
      expect(answer.body.errorMessage).toContain(reason)
    },
  )

  it('with the code in its subject, which lies open on locked screens', async () => {
    const answer = await preview('<mj-text>x</mj-text>', { type: 'code', subject: '{{code}}' })
    expect(answer.body.errorMessage).toContain('{{code}} is no variable')
  })

  it('when it is nested until a parser falls, and the next one is made', async () => {
    const deep = `<mj-text>${'<div>'.repeat(9000)}x</mj-text>`
    const answer = await preview(deep)
    expect([200, 400]).toContain(answer.status)
    expect(await shown('<mj-text>still here</mj-text>')).toContain('still here')
  })
})

describe('what a template becomes', () => {
  it.each([
    '<script>alert(1)</script>',
    '<img src="x" onerror="alert(1)" />',
    '<a href="javascript:alert(1)">x</a>',
    '<a href="data:text/html,x">x</a>',
    '<iframe src="https://evil.example"></iframe>',
    '<form action="https://evil.example"><input name="code"></form>',
    '<svg onload="alert(1)"></svg>',
    '<div style="background:url(https://evil.example/x)">x</div>',
    '<div onclick="alert(1)">x</div>',
    '<meta http-equiv="refresh" content="0;url=https://evil.example">',
    '<base href="https://evil.example">',
    '<link rel="stylesheet" href="https://evil.example">',
    '<style>@import "https://evil.example";</style>',
    '&lt;script&gt;alert(1)&lt;/script&gt;',
    '<!--[if mso | IE]><td onload="alert(1)" style="x:url(https://evil.example)"></td><![endif]-->',
    '<!--[if mso | IE]>--><script>alert(1)</script><![endif]-->',
  ])('holds nothing that runs or loads: %s', { meta: { covers: ['S28'] } }, async (inner) => {
    const html = await shown(`<mj-text>before ${inner} after</mj-text>`)
    expect(html).not.toMatch(
      /<(?:script|iframe|form|input|svg|base|link|object)|\son\w+=|javascript:|data:text|url\(|@import|http-equiv|src=.x/i,
    )
    expect(html).toContain('before')
  })

  it('has no attribute that was hidden in another’s value', {
    meta: { covers: ['S28'] },
  }, async () => {
    const inner = `<mj-image alt='a" onerror="alert(1)' src="https://acme.example/a.png" />
      <mj-text color='red" onclick="alert(1)'>x</mj-text>`
    expect(await shown(inner)).not.toMatch(/<[^>]*\son(?:error|click)=/i)
  })

  it('keeps style for the dark, and tables for Outlook', async () => {
    const style = '<mj-style>@media (prefers-color-scheme: dark) { .a { color: #fff } }</mj-style>'
    const html = await shown('', { body: mjml('<mj-text css-class="a">x</mj-text>', style) })
    expect(html).toContain('prefers-color-scheme: dark')
    expect(html).toContain('<!--[if mso | IE]><table')
    expect(html).toContain('<meta name="color-scheme" content="light dark">')
    expect(html).toContain('<html lang="en">')
  })
})

describe('the values of a mail', () => {
  const hostile = `<img src=x onerror=alert(1)>"'&{{url}}\r\nBcc: eve@evil.example\u202e`

  it('stay text in HTML, in attributes and in the subject', {
    meta: { covers: ['S28'] },
  }, async () => {
    const inner = `<mj-text><a href="{{url}}" title="{{name}}">{{name}}</a></mj-text>`
    await test.call(updateEmailTemplate, { as, body: draft(inner) })
    const { html, subject } = await mailed({ name: hostile })
    expect(html).not.toContain('<img')
    expect(html).toContain('title="&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;{{url}}')
    expect(subject).not.toMatch(/[\r\n\u202e]/)
    expect(html).toContain(`href="${new URL(test.tenant.publicUrl).origin}"`)
  })

  it('stay text where they have several lines', () => {
    const lines = new Map([['name', 'lines' as const]])
    expect(fillHtml('<p>{{name}}</p>', { name: '<b>\n"x"' }, lines)).toBe(
      '<p>&lt;b&gt;<br>&quot;x&quot;</p>',
    )
  })

  it('are cut short', async () => {
    const { text } = await mailed({ name: 'x'.repeat(5000) })
    expect(text.length).toBeLessThan(1000)
  })
})

describe('the look of a mail', () => {
  const wear = (colours: object, logo: string | null = null) =>
    test.testDatabase.asOwner((owner) =>
      owner.query('update tenants set colours = $1, logo = $2 where tenant_id = $3', [
        JSON.stringify(colours),
        logo,
        test.tenant.id,
      ]),
    )

  it.each([
    ['#ffff00', '#000000'],
    ['#1b1f24', '#ffffff'],
    ['not a colour', '#ffffff'],
    ['red;background:url(https://evil.example)', '#ffffff'],
  ])('wears the colour %s with %s on it', async (primary1, onAccent) => {
    await wear({ primary1 })
    const mail = await composeMail(test.ctx, {
      type: 'passwordReset',
      locale: 'en',
      values: facts,
    })
    const button = /<a href="[^"]*\/reset"[^>]*style="([^"]*)"/.exec(mail.html)?.[1] ?? ''
    expect(button).toContain(`;color:${onAccent};`)
    expect(mail.html).not.toContain('evil.example')
  })

  it('carries the logo with it', async () => {
    await wear({}, `data:image/png;base64,${Buffer.from('picture').toString('base64')}`)
    const mail = await composeMail(test.ctx, { type: 'passwordReset', locale: 'en', values: facts })
    expect(mail.html).toContain('src="cid:logo"')
    expect(mail.inline).toMatchObject([{ cid: 'logo', contentType: 'image/png' }])
    expect(mail.inline[0]?.content.toString()).toBe('picture')
  })
})
