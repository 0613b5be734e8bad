import {
  readSubscriber,
  resetSubscriberTheme,
  sanitizeHtml,
  updateSubscriber,
} from '@signet/contract/tenancy/subscribers'
import { themeDefaults } from '@signet/rules/tenants'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin } from '../../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp()
  as = (await buildAdmin(test.ctx)).token
})
afterAll(() => test.close())

const damaged =
  'iVBORw0KGgoAAAANSUhEUgAAAAEBAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg=='
const wide =
  'iVBORw0KGgoAAAANSUhEUgAAE4gAAAABCAAAAAAXehtUAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg=='
/** One pixel. */
const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg=='
const logo = `data:image/png;base64,${pixel}`
const change = (body: object) =>
  test.call(updateSubscriber, { as, params: { id: test.tenant.id }, body })

describe('the theme of a tenant', () => {
  it('is read before anybody has signed in, under its defaults', {
    meta: {
      covers: [
        'tenancy.branding-before-login',
        'tenancy.theme-defaults',
        'constant:theme.default-colour',
        'constant:theme.default-contract-mode',
        'constant:theme.default-locale',
        'constant:theme.default-region',
        'constant:theme.default-tier',
      ],
    },
  }, async () => {
    const { tenant } = await test.otherTenant()
    const { hostname, host } = new URL(tenant.publicUrl)
    const { status, body } = await test.call(readSubscriber, { host })
    expect(status).toBe(200)
    expect(body).toEqual({
      id: tenant.id,
      authenticationAccount: true,
      issuanceAccount: true,
      isSp: true,
      parentHostname: null,
      hostname,
      domain: host,
      tier: themeDefaults.tier,
      contractMode: themeDefaults.contractMode,
      companyName: tenant.companyName,
      companyCountry: null,
      companyState: null,
      countryCode: null,
      logo: null,
      motd: {},
      colours: {},
      themeSource: 'DEFAULT',
      defaultLocale: themeDefaults.defaultLocale,
      smartLoginEnabled: false,
      subscriberRegion: themeDefaults.subscriberRegion,
      terminated: false,
      legalAcknowledged: false,
      salesForceId: null,
      igUrl: null,
      enableIGMigration: false,
      features: {},
    })
  })

  it('says whether it authenticates, issues, or does both', {
    meta: { covers: ['tenancy.account-kinds'] },
  }, async () => {
    const { tenant, ctx, call } = await test.otherTenant()
    await ctx.db
      .updateTable('tenants')
      .set({ authentication_account: false })
      .where('tenant_id', '=', tenant.id)
      .execute()
    const { body } = await call(readSubscriber)
    expect(body).toMatchObject({ authenticationAccount: false, issuanceAccount: true })
  })

  it('shows what was set: logo, colours, language, and a message for each language', {
    meta: { covers: ['tenancy.branding-before-login', 'i18n.motd-per-locale'] },
  }, async () => {
    const theme = {
      logo,
      colours: { primary1: '#123456', accent3: 'teal' },
      motd: { en: 'Closed on Friday', fr: 'Fermé vendredi' },
      defaultLocale: 'fr',
      companyName: 'Example',
      companyCountry: 'Canada',
      companyState: 'Quebec',
    }
    expect((await change(theme)).body).toMatchObject(theme)
    expect((await test.call(readSubscriber)).body).toMatchObject(theme)
  })

  it('has a message of plain text: markup stays text, what no reader sees goes', {
    meta: { covers: ['S28'] },
  }, async () => {
    const typed =
      '\u202e <b onclick="alert(1)">Closed</b>\r\n\r\n\r\n\u0001on\tFri\u2066day \u0007\u2028'
    const { body } = await change({ motd: { en: typed, de: ' \u200f ' } })
    const plain = '<b onclick="alert(1)">Closed</b>\n\non Friday'
    expect(body['motd']).toEqual({ en: plain, de: '' })
    expect((await test.call(readSubscriber)).body['motd']).toEqual({ en: plain, de: '' })
  })

  it('rejects a message that is too long without reading on', async () => {
    const before = process.threadCpuUsage()
    const { status } = await change({ motd: { en: `${' '.repeat(120_000)}x` } })
    expect(status).toBe(400)
    expect(process.threadCpuUsage(before).user).toBeLessThan(500_000)
  })

  it('checks nothing else of a color that is too long', async () => {
    const { status, body } = await change({ colours: { primary1: 'x'.repeat(65) } })
    expect(status).toBe(400)
    expect(body['fields']).toHaveLength(1)
  })

  it('takes a photograph as its logo', async () => {
    const photograph = 'data:image/jpeg;base64,/9j/4AAQSkZJRgABAQAAAQABAAD/wAALCAABAAEBAREA/9k='
    expect((await change({ logo: photograph })).body.logo).toBe(photograph)
  })

  it('keeps that its terms were acknowledged', {
    meta: { covers: ['terms.ok-saves'] },
  }, async () => {
    expect((await change({ legalAcknowledged: true })).body).toMatchObject({
      legalAcknowledged: true,
    })
  })

  it('goes back to its defaults, all but name, language and terms', {
    meta: { covers: ['admin.theme-reset'] },
  }, async () => {
    await change({ logo, motd: { en: 'x' }, colours: { primary1: 'red' }, companyName: 'Kept' })
    const { body } = await test.call(resetSubscriberTheme, { as, params: { id: test.tenant.id } })
    const { logo: after, motd, colours, companyName } = body
    expect({ after, motd, colours, companyName }).toEqual({
      after: null,
      motd: {},
      colours: {},
      companyName: 'Kept',
    })
  })

  it('is changed by its own administrators only', async () => {
    const other = await test.otherTenant()
    const stranger = await buildAdmin(other.ctx)
    for (const endpoint of [updateSubscriber, resetSubscriberTheme]) {
      const given = { params: { id: test.tenant.id }, body: {} }
      expect((await other.call(endpoint, { ...given, as: stranger.token })).status).toBe(404)
    }
  })

  it.each([
    ['a language that does not exist', { defaultLocale: 'xx' }],
    ['a message in such a language', { motd: { xx: 'x' } }],
    ['a colour that is none', { colours: { primary1: 'expression(1)' } }],
    ['a colour for nothing', { colours: { primary4: 'red' } }],
  ])('refuses %s', { meta: { covers: ['validation.per-form-open'] } }, async (_what, body) => {
    const answer = await change(body)
    expect(answer.status).toBe(400)
    expect(answer.body['errorCode']).toBe('invalid_parameters')
  })
})

describe('a logo', () => {
  it.each([
    ['of another kind', { logo: 'data:image/svg+xml;base64,PHN2Zz4=' }],
    ['that is no picture', { logo: 'data:image/png;base64,PHNjcmlwdD4=' }],
    ['that is cut off', { logo: `data:image/png;base64,${pixel.slice(0, 60)}` }],
    ['of another type than it says', { logo: `data:image/jpeg;base64,${pixel}` }],
    ['that is damaged', { logo: `data:image/png;base64,${damaged}` }],
    ['5,000 pixels wide', { logo: `data:image/png;base64,${wide}` }],
  ])(
    '%s is refused, and the former one stays',
    { meta: { covers: ['S28', 'S44'] } },
    async (_what, body) => {
      await change({ logo })
      const answer = await change(body)
      expect([answer.status, answer.body['errorCode']]).toEqual([400, 'invalid_parameters'])
      expect((await test.call(readSubscriber)).body['logo']).toBe(logo)
    },
  )

  it('of more than 400,000 characters is refused', { meta: { covers: ['S44'] } }, async () => {
    const huge = `data:image/png;base64,${'A'.repeat(400_000)}`
    expect((await change({ logo: huge })).status).toBe(400)
  })
})

describe('a host that is no tenant', () => {
  it('is told so with both spellings of the code', {
    meta: { covers: ['errors.hostname-not-found'] },
  }, async () => {
    const { status, body } = await test.call(readSubscriber, { host: 'nobody.test' })
    expect(status).toBe(404)
    expect(body).toMatchObject({ code: 'HOSTNAME_NOT_FOUND', errorCode: 'hostname_not_found' })
  })
})

describe('cleaned HTML', () => {
  const cleaned = async (html: string) =>
    (await test.call(sanitizeHtml, { as, body: { html } })).body['html']

  it('keeps the markup of running text', {
    meta: { covers: ['admin.sanitize-html'] },
  }, async () => {
    const html =
      '<h2>News</h2><p lang="fr">Bonjour <strong>à tous</strong><br />' +
      '<img src="https://example.test/a.png" alt="A" /></p><ul><li>{{ name }}</li></ul>' +
      '<table><tr><td colspan="2">1 &lt; 2</td></tr></table>'
    expect(await cleaned(html)).toBe(html)
  })

  it('keeps links, which hand nothing on to where they lead', async () => {
    expect(await cleaned('<a href="https://example.test/" target="_blank">x</a>')).toBe(
      '<a href="https://example.test/" rel="noopener noreferrer">x</a>',
    )
  })

  it.each([
    ['<script>alert(1)</script>x', 'x'],
    ['<style>p{background:url(//evil.test)}</style>x', 'x'],
    ['<p onclick="alert(1)" style="color:red" class="a" id="b">x</p>', '<p>x</p>'],
    ['<a href="javascript:alert(1)">x</a>', '<a rel="noopener noreferrer">x</a>'],
    ['<a href="&#106;ava\tscript:alert(1)">x</a>', '<a rel="noopener noreferrer">x</a>'],
    ['<a href="//evil.test/">x</a>', '<a rel="noopener noreferrer">x</a>'],
    ['<img src="x" onerror="alert(1)">', '<img src="x" />'],
    ['<img src="http://evil.test/pixel.gif">', '<img />'],
    ['<img src="data:image/svg+xml;base64,PHN2Zz4=">', '<img />'],
    ['<iframe src="https://evil.test"></iframe>x', 'x'],
    ['<form action="/"><input name="p"><button>x</button></form>', 'x'],
    ['<svg><animate onbegin="alert(1)" /></svg>x', 'x'],
    ['<math><mtext><style><img src=x onerror=alert(1)></style></mtext></math>', ''],
    ['<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>', '<p></p>'],
    ['<!-- --><base href="https://evil.test/">x', 'x'],
  ])(
    'of %s is %s',
    { meta: { covers: ['admin.sanitize-html', 'S28'] } },
    async (html, expected) => {
      expect(await cleaned(html)).toBe(expected)
    },
  )

  it('stays as it is when it is cleaned again, however deep it was', {
    meta: { covers: ['admin.sanitize-html', 'S28'] },
  }, async () => {
    const once = await cleaned(`${'<div><b>'.repeat(5000)}x<p title="--><img onerror=a>">`)
    expect(await cleaned(String(once))).toBe(once)
    expect(once).not.toContain('onerror')
  })

  it('has a size', async () => {
    const { status } = await test.call(sanitizeHtml, { as, body: { html: 'x'.repeat(100_001) } })
    expect(status).toBe(400)
  })
})
