import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { documentedCalls } from '../areas.ts'
import { escaped } from '../html.ts'
import { isJson, type Json } from '../openapi/json.ts'
import { joined } from '../openapi/parts.ts'
import { versionedAmong } from '../openapi/versions.ts'
import { apiOf, apis } from '../openapi.ts'
import { callPage } from './call-page.ts'
import { described } from './operations.ts'
import { groupPage, referencePage } from './pages.ts'
import { createReference } from './reference.ts'

/* What is checked in as the documents, made by another way, is what the pages have to show. */
const folder = fileURLToPath(new URL('../../../../../openapi/', import.meta.url))
const documentOf = (api: string): Json =>
  joined(
    globSync('*.json', { cwd: `${folder}${api}` })
      .toSorted()
      .map((path): Json => JSON.parse(readFileSync(`${folder}${api}/${path}`, 'utf8'))),
  )

const jsonAt = (value: unknown, ...path: string[]): Json => {
  const found = path.reduce<unknown>((at, key) => (isJson(at) ? at[key] : undefined), value)
  return isJson(found) ? found : {}
}

interface Documented {
  readonly id: string
  readonly document: Json
  readonly operation: Json
}

const operationsOf = (document: Json): readonly Documented[] =>
  Object.values(jsonAt(document, 'paths')).flatMap((item) =>
    Object.values(jsonAt(item)).map((operation) => ({
      id: String(jsonAt(operation)['operationId']),
      document,
      operation: jsonAt(operation),
    })),
  )

const resolved = (document: Json, given: unknown): Json => {
  const own = jsonAt(given)
  const reference = own['$ref']
  return typeof reference === 'string'
    ? resolved(document, jsonAt(document, ...reference.slice(2).split('/')))
    : own
}

/** The members of an object, of the items of a list, or of the one alternative beside null. */
const membersOf = (document: Json, given: unknown): readonly string[] => {
  const schema = resolved(document, given)
  if (schema['items'] !== undefined) return membersOf(document, schema['items'])
  return Object.keys(jsonAt(schema, 'properties'))
}

const mediaOf = (content: unknown): unknown => Object.values(jsonAt(content))[0]

const namesIn = ({ document, operation }: Documented): readonly string[] => {
  const { parameters, requestBody, responses } = operation
  const answers = Object.entries(jsonAt(responses)).filter(([status]) => status < '400')
  const schemas = [requestBody, ...answers.map(([, response]) => response)].map((one) =>
    jsonAt(mediaOf(resolved(document, one)['content']), 'schema'),
  )
  const named = [parameters]
    .flat()
    .map((one) => String(resolved(document, one)['name']))
    // Two paths of one shape share a parameter in the document; each page has its own.
    .filter((name) => !/Or[A-Z]/.test(name))
  return [...named, ...schemas.flatMap((schema) => membersOf(document, schema))]
}

const codesIn = ({ document, operation }: Documented): readonly string[] =>
  Object.values(jsonAt(operation, 'responses')).flatMap((response) =>
    [...JSON.stringify(resolved(document, response)['description']).matchAll(/- `(\w+)`/g)].map(
      ([, code = '']) => code,
    ),
  )

const isVersioned = versionedAmong(documentedCalls)
const reference = createReference(documentedCalls)
const origin = 'https://acme.example.test'
const pages = new Map(
  documentedCalls.map((call) => {
    const one = described(call, isVersioned)
    const body = callPage(one, origin)
    const html = referencePage(reference, { api: one.api }, { title: one.summary, body })
    return [`${one.api} ${one.id}`, html]
  }),
)

describe.each(apis)('the reference of %s', (api) => {
  const operations = operationsOf(documentOf(api))
  const pageOf = ({ id }: Documented): string => pages.get(`${api} ${id}`) ?? ''
  const lacking = (
    wanted: (operation: Documented) => readonly string[],
  ): readonly (readonly [string, string])[] =>
    operations.flatMap((operation) =>
      wanted(operation)
        .filter((word) => !pageOf(operation).includes(`<code>${escaped(word)}</code>`))
        .map((word) => [operation.id, word] as const),
    )

  it('lists every operation of the document once, under its subject', () => {
    const ids = reference.groupsOf(api).flatMap(({ calls }) => calls.map(({ id }) => id))
    expect(ids.toSorted()).toEqual(operations.map(({ id }) => id).toSorted())
    for (const group of reference.groupsOf(api)) {
      const html = groupPage(group)
      expect(group.calls.filter(({ id }) => !html.includes(`${group.slug}/${id}"`))).toEqual([])
      expect(group.calls.length).toBeGreaterThan(0)
    }
    const slugs = reference.groupsOf(api).map(({ slug }) => slug)
    expect(new Set(slugs).size).toBe(slugs.length)
  })

  it('shows the parameters and fields of every operation', {
    meta: { covers: ['help.openapi-paths'] },
  }, () => {
    expect(operations.flatMap(namesIn).length).toBeGreaterThan(200)
    expect(lacking(namesIn)).toEqual([])
  })

  it('shows the error codes of every operation', () => {
    expect(operations.flatMap(codesIn).length).toBeGreaterThan(500)
    expect(lacking(codesIn)).toEqual([])
  })

  it('has pages of a bounded size', () => {
    const own = documentedCalls
      .filter(({ endpoint }) => apiOf(endpoint) === api)
      .map(({ name }) => pages.get(`${api} ${name}`) ?? '')
    const lists = reference
      .groupsOf(api)
      .map((group) =>
        referencePage(reference, { api, group }, { title: '', body: groupPage(group) }),
      )
    const longest = [...own, ...lists].toSorted((a, b) => b.length - a.length)[0] ?? ''
    expect(longest.length).toBeLessThan(120_000)
    expect(brotliCompressSync(longest).length).toBeLessThan(12_000)
  })
})

describe('a page of an operation', () => {
  const page = pages.get('administration createUser') ?? ''

  it('has an example for a shell with the example of the document', () => {
    expect(page).toContain(escaped(`curl '${origin}/api/web/v3/users'`))
    expect(page).toContain(escaped('-H "Authorization: Bearer $TOKEN"'))
    expect(page).toContain(escaped(`-d '{"userId":"made-example"`))
  })

  it('says the permission, the limits, the values and what is required', () => {
    expect(page).toContain('<code>USERS.ADD</code>')
    expect(page).toContain('at most 320 characters')
    expect(page).toContain(escaped('"zh-tw"'))
    expect(page).toMatch(/<code>userId<\/code> [^<]*<b>required<\/b>/)
  })

  it('leads to the console to be tried there', () => {
    expect(page).toContain(escaped('/#/tryapi?api=administration&operation=createUser'))
  })

  it('runs nothing, whatever its descriptions contain', () => {
    for (const html of pages.values()) {
      expect(html).not.toMatch(/<script|<style|<img|<iframe|\sstyle=|<[a-z]+ [^>]*\son\w+=/i)
    }
  })
})

describe('the search', () => {
  const idsOf = (text: string) => reference.find(text).map(({ id }) => id)

  it('finds calls by words of path, name, summary and subject, in any case', () => {
    expect(idsOf('createUser')[0]).toBe('createUser')
    expect(idsOf('/API/web/v3/USERS post')).toContain('createUser')
    expect(idsOf('card designs').length).toBeGreaterThan(3)
    expect(idsOf('no-such-word')).toEqual([])
  })

  it('has those with the words in their summary first, and at most a hundred', () => {
    const found = reference.find('webhook')
    const isNear = ({ summary, id }: (typeof found)[number]): boolean =>
      /webhook/i.test(`${summary} ${id}`)
    expect(found.map(isNear)).toEqual(found.map(isNear).toSorted((a, b) => Number(b) - Number(a)))
    expect(idsOf('api')).toHaveLength(100)
  })
})
