import { globSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { checkout, type Document, findIn, placeOf, readDocuments, readFiles } from './documents.ts'
import type { Found } from './markdown.ts'
import { isCall, readCalls, readSources, readTexts, readVerbs } from './product.ts'

/* Documents name what is there. The change log and decisions tell of earlier days. */
const documents = readDocuments()
const current = documents.filter(({ path }) => !/^(?:CHANGELOG|docs\/decisions)/.test(path))

/** Code of a document, within the text and in blocks. */
const codeOf = ({ spans, blocks }: Document): readonly Found[] => [...spans, ...blocks]

/** What of the code is like this. */
const named = (pattern: RegExp) => (document: Document) =>
  codeOf(document).flatMap(({ line, text }) =>
    [...text.matchAll(pattern)].map((match): Found => ({ line, text: match[1] ?? match[0] })),
  )

const wrong = (pattern: RegExp, isThere: (name: string) => boolean): readonly string[] => {
  const find = named(pattern)
  expect(current.flatMap(find).length).toBeGreaterThan(5)
  return findIn(current, (document) => find(document).filter(({ text }) => !isThere(text)))
}

/** Names of pages and buttons, as a document leads to them: `Settings › General`. */
const labels = (text: string): string[] =>
  /^\p{Uppercase}/u.test(text) ? text.split(/ › |, (?=\p{Uppercase})/u) : []

const decoded = (html: string): string =>
  html.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')

describe('what documents name is there:', () => {
  it('verbs of npm', () => {
    const verbs = readVerbs()
    expect(wrong(/\bnpm (?:run (?:-s )?)?([\w:-]+)/g, (verb) => verbs.has(verb))).toEqual([])
  })

  it('files', () => {
    const file = /(?:^|\s)((?:packages|scripts|docs|tests|bench|examples|openapi)\/[\w./*{},-]+)/g
    const isThere = (path: string): boolean => globSync(path, { cwd: checkout }).length > 0
    expect(wrong(file, isThere)).toEqual([])
  })

  it('variables and metrics', () => {
    const sources = readSources()
    const name = /\b(?:(?:SIGNET|RADIUS|SITE_AGENT)_[A-Z_]+|signet_[a-z]+_[a-z_]+)\b/g
    expect(wrong(name, (each) => sources.includes(each))).toEqual([])
  })

  it('events of the RADIUS agent, all of them', () => {
    const [log] = readFiles('packages/radius/src/log.ts')
    const told = [...(log?.text ?? '').matchAll(/^ {2}\| '([a-z_]+)'$/gm)].map(([, event]) => event)
    const [page] = readFiles('docs/operations/radius.md')
    const [, table = ''] = (page?.text ?? '').split('| Event | Means |')
    const rows = table.split('\n').filter((line) => line.startsWith('| `'))
    const listed = rows.flatMap((row) => [
      ...row
        .split(' | ', 1)
        .join('')
        .matchAll(/`([a-z_]+)`/g),
    ])
    expect(listed.map(([, event]) => event).toSorted()).toEqual(told.toSorted())
    expect(told.length).toBeGreaterThan(10)
  })

  it('calls of the API', () => {
    const calls = readCalls()
    const call = /((?:GET|POST|PUT|PATCH|DELETE) …?\/[\w/{}.-]+|^\/api\/web\/[\w/{}.-]+)/g
    const ofOthers = ['docs/protocols/activesync.md', 'docs/operations/webhooks.md']
    const faults = wrong(call, (each) => isCall(calls, each) || each.startsWith('GET /oidc'))
    expect(faults.filter((fault) => !ofOthers.some((path) => fault.startsWith(path)))).toEqual([])
  })

  it('pages and buttons, in documents and help', () => {
    const texts = readTexts()
    const isShown = (text: string): boolean =>
      labels(text).every((label) => texts.has(label.toLowerCase()))
    const help = readFiles('packages/phrases/help/en/*.html').flatMap(({ path, text }) =>
      [...text.matchAll(/<em>([^<]*)<\/em>/g)]
        .map(([, label = '']) => decoded(label))
        .filter((label) => !isShown(label))
        .map((label) => placeOf({ path }, { line: 1, text: label })),
    )
    const guides = current.filter(({ path }) => /^README|^docs\/operations|^packages/.test(path))
    const inGuides = findIn(guides, ({ italics }) => italics.filter(({ text }) => !isShown(text)))
    expect([...inGuides, ...help]).toEqual([])
  })
})
