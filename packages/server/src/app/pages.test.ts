import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

/* Guards: the first page waits for no list of files, and loads nothing of the console. */

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const dist = fileURLToPath(new URL('../../../', import.meta.url))

const pageFor = async (cookie: string): Promise<string> => {
  const { host } = new URL(app.tenant.publicUrl)
  return (await app.app.inject({ url: '/', headers: { host, cookie } })).body
}

const facesIn = (page: string): Record<string, { readonly script: string }> =>
  // The console looks for this very beginning when it asks whether its release is still served.
  JSON.parse(/<script type="application\/json" id="faces">(.*?)<\/script>/.exec(page)?.[1] ?? '{}')

const linksIn = (page: string, rel: string): string[] =>
  [...page.matchAll(new RegExp(`rel="${rel}"[^>]* href="([^"]*)"`, 'g'))].map(
    ([, href = '']) => href,
  )

test('the page names the files of both faces, and they are there', async () => {
  const faces = facesIn(await pageFor(''))
  expect(Object.keys(faces)).toEqual(['signin', 'console'])
  for (const { script } of Object.values(faces)) {
    expect(existsSync(script.replace(/^\/assets\/(\w+)\//, `${dist}$1/dist/`))).toBe(true)
  }
})

test('who has no session is sent for the sign-in pages at once', async () => {
  const page = await pageFor('other=1')
  const entry = readFileSync(`${dist}signin/dist/entry.json`, 'utf8')
  const { script, preloads, styles } = JSON.parse(entry)
  expect(linksIn(page, 'modulepreload')).toEqual(expect.arrayContaining([script, ...preloads]))
  expect(linksIn(page, 'stylesheet')).toEqual(styles)
})

test('who has one is not', async () => {
  for (const name of ['signet', '__Host-signet']) {
    const page = await pageFor(`other=1; ${name}=x`)
    expect(linksIn(page, 'modulepreload').filter((href) => href.includes('signin'))).toEqual([])
    expect(Object.keys(facesIn(page))).toContain('signin')
  }
})

test('to decide between the faces takes two small files of the console', async () => {
  const page = await pageFor('')
  const own = linksIn(page, 'modulepreload').filter((href) => href.includes('/console/'))
  expect(own).toHaveLength(1)
  for (const href of own) {
    const file = readFileSync(href.replace('/assets/console/', `${dist}console/dist/`), 'utf8')
    expect(file.length).toBeLessThan(4000)
    expect(file).not.toMatch(/\bfrom\s*["']|\bimport\s*["']/)
  }
})
