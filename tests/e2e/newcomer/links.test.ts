import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { helpPages, helpPaths } from '@signet/rules/console'
import { describe, expect, it } from 'vitest'
import { screenPaths } from '../support/screens.ts'
import { consoleLinks, leadsTo } from './console-links.ts'
import { checkout, type Document, findIn, readDocuments, readFiles } from './documents.ts'

const documents = readDocuments()
const isInternal = (target: string): boolean => !/^[a-z][a-z+.-]*:/i.test(target)

const resolves = ({ path }: Document, target: string): boolean => {
  const [file = '', anchor = ''] = target.split('#')
  const found = file === '' ? path : join(dirname(path), decodeURIComponent(file))
  if (!existsSync(join(checkout, found))) return false
  if (anchor === '') return true
  return documents.find((document) => document.path === found)?.anchors.has(anchor) ?? false
}

describe('the links of', () => {
  it('README and documents lead to files and headings that exist', () => {
    const internal = documents.flatMap(({ links }) => links.filter(({ text }) => isInternal(text)))
    expect(internal.length).toBeGreaterThan(50)
    expect(
      findIn(documents, (document) =>
        document.links.filter(({ text }) => isInternal(text) && !resolves(document, text)),
      ),
    ).toEqual([])
  })

  it('help pages lead to pages that exist, in every language', () => {
    const { guides, apis } = helpPaths
    const served: ReadonlySet<string> = new Set([...helpPages, guides, ...Object.values(apis)])
    const links = readFiles('packages/phrases/help/*/*.html').flatMap(({ path, text }) =>
      [...text.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => ({ path, href })),
    )
    expect(links.length).toBeGreaterThan(50)
    expect(links.filter(({ href }) => !served.has(href))).toEqual([])
  })

  it('the console lead to its screens', async () => {
    const sources = readFiles('packages/console/src/**/*.{ts,tsx}').filter(
      ({ path }) => !/\.test\.tsx?$|\/testing\/|\.screens\.ts$/.test(path),
    )
    const own = sources
      .filter(({ path }) => path.endsWith('shell/router.tsx'))
      .flatMap(({ text }) => [...text.matchAll(/path: '([^']+)'/g)])
    const routes = [...(await screenPaths()), ...own.map(([, path = '']) => path)]
    const links = consoleLinks(sources)
    expect(links.length).toBeGreaterThan(100)
    expect(links.filter((link) => !routes.some((route) => leadsTo(link, route)))).toEqual([])
  })
})
