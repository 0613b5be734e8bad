import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readSubscriber } from '@signet/contract/tenancy/subscribers'
import { helpPages } from '@signet/rules/console'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { whileTimeStands } from '../../testing/still-time.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

const get = (url: string, headers: Readonly<Record<string, string>> = {}) =>
  test.app.inject({
    method: 'GET',
    url,
    headers: { host: new URL(test.tenant.publicUrl).host, ...headers },
  })
const guide = (path: string, headers?: Readonly<Record<string, string>>) =>
  get(`/documentation/help/${path}`, headers)

const packages = join(import.meta.dirname, '../../..')
const dependencies = globSync('*/package.json', { cwd: packages }).flatMap((path) => {
  const manifest: { dependencies?: object } = JSON.parse(readFileSync(join(packages, path), 'utf8'))
  return Object.keys(manifest.dependencies ?? {})
})

describe('the help guide', () => {
  it.each(helpPages)(
    'has the page %s, which runs nothing and loads nothing from elsewhere',
    { meta: { covers: ['help.links', 'help.paths'] } },
    async (page) => {
      const { statusCode, headers, body } = await guide(`en/${page}`)
      expect(statusCode).toBe(200)
      expect(headers['content-type']).toBe('text/html; charset=utf-8')
      expect(headers['content-security-policy']).toBe(
        "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
      )
      expect(body).toContain('<html lang="en">')
      expect(body.match(/<h1>/g)).toHaveLength(1)
      expect(body).not.toMatch(/<script|<style|<img|<iframe|\son\w+=|\sstyle=|https?:/i)
    },
  )

  it.each(helpPages)(
    'leads from %s to pages that exist',
    { meta: { covers: ['shell.footer'] } },
    async (page) => {
      const { body } = await guide(`en/${page}`)
      const links = [...body.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => href)
      const answers = await Promise.all(
        [...new Set(links)].map((href) =>
          get(new URL(href, `http://x/documentation/help/en/${page}`).pathname),
        ),
      )
      expect(links.length).toBeGreaterThan(helpPages.length)
      expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200))
    },
  )

  it('holds no page that its contents leave out', () => {
    const written = globSync('phrases/help/en/*.html', { cwd: packages })
    expect(written).toHaveLength(helpPages.length)
  })

  it.each(['pt', 'sv', 'tlh'])(
    'answers in English where it is not written in %s',
    { meta: { covers: ['i18n.help-guides'] } },
    async (locale) => {
      const { statusCode, headers } = await guide(`${locale}/passkey`)
      expect([statusCode, headers.location]).toEqual([302, '/documentation/help/en/passkey'])
    },
  )

  it.each(['de', 'es', 'fr', 'ja'])(
    'speaks %s on every page and in its contents',
    { meta: { covers: ['i18n.help-guides'] } },
    async (locale) => {
      const pages = await Promise.all(helpPages.map((page) => guide(`${locale}/${page}`)))
      expect(pages.map(({ statusCode }) => statusCode)).toEqual(pages.map(() => 200))
      for (const { body } of pages) {
        expect(body).toContain(`<html lang="${locale}">`)
        expect(body.match(/<li><a href/g)?.length).toBeGreaterThanOrEqual(helpPages.length)
        expect(body).not.toContain('>Sign-in methods</a>')
      }
      await whileTimeStands(async () => {
        // A tenant that is still being read gets the pages in English.
        await test.call(readSubscriber)
        const start = await guide('', { 'accept-language': `en;q=0.5, ${locale}` })
        expect(start.headers.location).toBe(`/documentation/help/${locale}/start`)
      })
    },
  )

  it.each(['', 'en', 'sv'])(
    'begins with its first page at /documentation/help/%s',
    async (path) => {
      const { statusCode, headers } = await guide(path)
      expect([statusCode, headers.location]).toEqual([302, '/documentation/help/en/start'])
    },
  )

  it.each(['en/nowhere', 'tlh/nowhere', 'en/..%2f..%2fpackage'])(
    'knows no page %s',
    async (path) => {
      expect((await guide(path)).statusCode).toBe(404)
    },
  )

  it('is sent once and compressed', async () => {
    const first = await guide('en/users')
    const again = await guide('en/users', { 'if-none-match': String(first.headers.etag) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    const packed = await guide('en/users', { 'accept-encoding': 'gzip, br' })
    expect(packed.headers['content-encoding']).toBe('br')
    expect(packed.rawPayload.length).toBeLessThan(first.rawPayload.length)
  })

  it.each(['de', 'en', 'es', 'fr', 'ja'])('is searched in one small file (%s)', async (locale) => {
    const file = await guide(`${locale}/index.json`, { 'accept-encoding': 'br' })
    expect(file.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(file.rawPayload.length).toBeLessThan(60_000)
    const index: { page: string; sections: { heading: string; anchor: string | null }[] }[] = (
      await guide(`${locale}/index.json`)
    ).json()
    expect(index.map(({ page }) => page)).toEqual([...helpPages])
    for (const { page, sections } of index) {
      const { body } = await guide(`${locale}/${page}`)
      expect(JSON.stringify(sections)).not.toMatch(/<\w|&\w+;/)
      const ids = [...body.matchAll(/<h[23] id="([^"]+)">/g)].map(([, id]) => id)
      expect(sections.map(({ anchor }) => anchor)).toEqual([null, ...ids])
      expect(sections.every(({ heading }) => heading !== '')).toBe(true)
    }
  })

  it('is searched, in the language of its pages', async () => {
    const found = await guide('en/search?q=lost%20passkey')
    expect(found.body).toContain('<a href="users#section-')
    expect(found.body).toContain('value="lost passkey"')
    const none = await guide('de/search?q=xyzzy')
    expect(none.body).toContain('Keine Hilfeseite enthält diese Wörter.')
    const other = await guide('sv/search?q=a')
    expect([other.statusCode, other.headers.location]).toEqual([
      302,
      '/documentation/help/en/search',
    ])
    const hostile = await guide(`en/search?q=${encodeURIComponent('"><script>x()</script>')}`)
    expect(hostile.body).not.toContain('<script')
  })

  it('answers no host that is no tenant', async () => {
    const { statusCode, body } = await guide('en/start', { host: 'elsewhere.example.test' })
    expect([statusCode, JSON.parse(body).code]).toEqual([404, 'HOSTNAME_NOT_FOUND'])
  })

  it('names the open-source work that the product stands on, all of it', async () => {
    const { body } = await guide('en/open-source')
    const named = [...body.matchAll(/<code>([^<]+)<\/code>/g)].map(([, name]) => name)
    const used = new Set(dependencies.filter((name) => !name.startsWith('@signet/')))
    expect(named.toSorted()).toEqual([...used].toSorted())
  })
})

describe('the API documents', () => {
  it.each(['administration', 'authentication', 'issuance'])(
    'of %s stand under the fixed path',
    { meta: { covers: ['help.openapi-paths', 'purpose.api-coverage'] } },
    async (api) => {
      const page = await get(`/help/developer/apis/${api}/openapi/`)
      expect([page.statusCode, page.headers['content-type']]).toEqual([
        200,
        'text/html; charset=utf-8',
      ])
      const document = await get(`/help/developer/apis/${api}/openapi/openapi.json`)
      expect(document.json()).toMatchObject({ openapi: '3.1.0' })
    },
  )
})
