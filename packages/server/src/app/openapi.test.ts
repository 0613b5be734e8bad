import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type ErrorCode, errors } from '@signet/contract/errors'
import { type Endpoint, everyErrorOf, needsOf, takesVersion } from '@signet/contract/kit/endpoint'
import type { CallerType } from '@signet/rules/applications'
import type { Need } from '@signet/rules/permissions'
import { describe, expect, it } from 'vitest'
import { authorize } from '../kit/authorize.ts'
import type { Actor } from '../kit/context.ts'
import { version } from '../platform/version.ts'
import { areaOfCall, documentedCalls } from './areas.ts'
import { isJson, type Json } from './openapi/json.ts'
import { joined, partsOf } from './openapi/parts.ts'
import { requirementsOf, securitySchemes } from './openapi/security.ts'
import { apiOf, apis, openApiDocument } from './openapi.ts'

const folder = fileURLToPath(new URL('../../../../openapi/', import.meta.url))
const documents = new Map(
  apis.map((api) => [api, openApiDocument(api, documentedCalls, version)] as const),
)
const documentOf = (api: (typeof apis)[number]): Json => documents.get(api) ?? {}

const membersOf = (value: unknown): readonly (readonly [string, unknown])[] =>
  isJson(value) ? Object.entries(value) : []

interface Operation {
  readonly label: string
  readonly operation: Json
}

const operationsOf = (document: Json): Operation[] =>
  membersOf(document['paths']).flatMap(([path, item]) =>
    membersOf(item).map(([method, operation]) => ({
      label: `${method.toUpperCase()} ${path}`,
      operation: isJson(operation) ? operation : {},
    })),
  )
const everyOperation = (): Operation[] => [...documents.values()].flatMap(operationsOf)

const componentsOf = (document: Json, kind: string): Json => {
  const { components } = document
  const found = isJson(components) ? components[kind] : undefined
  return isJson(found) ? found : {}
}

const valuesAt = (value: unknown, key: string): unknown[] => {
  if (Array.isArray(value)) return value.flatMap((item) => valuesAt(item, key))
  return membersOf(value).flatMap(([name, inner]) => [
    ...(name === key ? [inner] : []),
    ...valuesAt(inner, key),
  ])
}

describe.each(apis)('the OpenAPI document of %s', (api) => {
  it('is checked in as the contract says, a file for each area (npm run openapi)', () => {
    const parts = partsOf(documentOf(api), areaOfCall(api))
    const files = globSync('*.json', { cwd: `${folder}${api}` })
    expect(files.toSorted()).toEqual([...parts.keys()].map((area) => `${area}.json`).toSorted())
    const stale = [...parts].filter(
      ([area, part]) =>
        readFileSync(`${folder}${api}/${area}.json`, 'utf8') !==
        `${JSON.stringify(part, null, 2)}\n`,
    )
    expect(
      stale.map(([area]) => area),
      'run npm run openapi',
    ).toEqual([])
  })

  it('is what its parts join to', () => {
    const document = documentOf(api)
    const whole = joined(partsOf(document, areaOfCall(api)).values())
    expect(whole).toEqual(document)
    const order = (of: Json) =>
      [of['paths'], componentsOf(of, 'schemas')].map((one) => Object.keys(one ?? {}))
    expect(order(whole)).toEqual(order(document))
  })

  it('has a component for each reference, and each component is referred to', () => {
    const document = documentOf(api)
    const referred = new Set(valuesAt(document, '$ref').map(String))
    const kinds = ['schemas', 'responses', 'headers', 'parameters']
    const present = kinds.flatMap((kind) =>
      Object.keys(componentsOf(document, kind)).map((name) => `#/components/${kind}/${name}`),
    )
    expect([...referred].filter((name) => !present.includes(name))).toEqual([])
    expect(present.filter((name) => !referred.has(name))).toEqual([])
  })
})

/** Schemas that a type made of this one is an alias of: not those behind a property. */
const aliasesOf = (schema: unknown): string[] =>
  membersOf(schema).flatMap(([key, value]) => {
    if (key === '$ref') return [String(value).split('/').at(-1) ?? '']
    if (key === 'anyOf' || key === 'oneOf' || key === 'allOf')
      return Array.isArray(value) ? value.flatMap(aliasesOf) : []
    return key === 'items' ? aliasesOf(value) : []
  })

// What made generators fail, or made code that does not compile.
describe('generators of clients', () => {
  it.each(apis)('get an operation ID for each call of %s, and no two alike', (api) => {
    const ids = operationsOf(documentOf(api)).map(({ operation }) =>
      String(operation['operationId']),
    )
    expect(ids.length).toBeGreaterThan(60)
    expect(ids.filter((id) => !/^[a-z][A-Za-z0-9]*$/.test(id))).toEqual([])
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  })

  it('get components by names of the product', () => {
    const names = [...documents.values()].flatMap((document) =>
      ['schemas', 'responses'].flatMap((kind) => Object.keys(componentsOf(document, kind))),
    )
    expect(names.length).toBeGreaterThan(800)
    expect(names.filter((name) => !/^[A-Z][A-Za-z0-9]*$/.test(name))).toEqual([])
    const texts = JSON.stringify([...documents.values()])
    expect(texts).not.toMatch(/\$defs|__schema|\?input/)
  })

  it('get no schema that is an alias of itself', () => {
    const circular = [...documents.values()].flatMap((document) => {
      const schemas = componentsOf(document, 'schemas')
      const reaches = (from: string, seen: ReadonlySet<string>): boolean =>
        aliasesOf(schemas[from]).some(
          (next) => seen.has(next) || reaches(next, new Set([...seen, next])),
        )
      return Object.keys(schemas).filter((name) => reaches(name, new Set([name])))
    })
    expect(circular).toEqual([])
  })

  it('get patterns that are regular expressions', () => {
    const patterns = new Set(
      valuesAt([...documents.values()], 'pattern').filter((one) => typeof one === 'string'),
    )
    expect(patterns.size).toBeGreaterThan(30)
    for (const pattern of patterns) expect(() => new RegExp(String(pattern), 'u')).not.toThrow()
  })

  it('get required properties that are declared, and enumerations without repetition', () => {
    const wrong = [...documents.values()].flatMap((document) =>
      valuesAt({ document }, 'schema')
        .concat(Object.values(componentsOf(document, 'schemas')))
        .flatMap((schema) => [schema, ...valuesAt(schema, 'items')])
        .filter(isJson)
        .filter(({ required, properties, type }) => {
          if (!Array.isArray(required) || type !== 'object') return false
          return required.some((name) => !isJson(properties) || !(String(name) in properties))
        }),
    )
    expect(wrong).toEqual([])
    const lists = valuesAt([...documents.values()], 'enum').filter(Array.isArray)
    expect(lists.filter((list) => new Set(list).size !== list.length)).toEqual([])
  })

  it('get paths that differ in more than the names of their parameters', () => {
    for (const document of documents.values()) {
      const shapes = Object.keys(document['paths'] ?? {}).map((path) =>
        path.replaceAll(/\{[^}]+\}/g, '{}'),
      )
      expect(shapes.filter((shape, index) => shapes.indexOf(shape) !== index)).toEqual([])
    }
  })

  it('get exactly the path parameters that the path names', () => {
    const wrong = everyOperation().filter(({ label, operation }) => {
      const { parameters } = operation
      const given = (Array.isArray(parameters) ? parameters : [])
        .filter((one) => one.in === 'path')
        .map(({ name }) => name)
      const named = [...label.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name)
      return given.toSorted().join() !== named.toSorted().join()
    })
    expect(wrong).toEqual([])
  })
})

describe('security requirements', () => {
  const rights = (needs: readonly Need[]) => ({
    permissions: Object.fromEntries(needs.map(([entity, action]) => [entity, [action]])),
    superAdministrator: false,
    groupScope: 'ALL' as const,
    roleIds: [],
  })
  const known = { id: 'x', name: 'x', sessionId: 'x' }
  const userWith = (needs: readonly Need[]): Actor => ({
    ...known,
    kind: 'user',
    stepUpExpiresAt: null,
    authenticatedAt: new Date(),
    ...rights(needs),
  })
  const program = (applicationType: CallerType, needs: readonly Need[]): Actor => ({
    ...known,
    kind: 'application',
    applicationType,
    ...rights(needs),
  })
  const isLetIn = (endpoint: Endpoint, actor: Actor): boolean => {
    try {
      authorize(endpoint, actor)
      return true
    } catch {
      return false
    }
  }
  const own = documentedCalls.filter(({ endpoint }) => endpoint.credential === undefined)

  it('name the credentials with which a call is authorized, and no others', () => {
    const wrong = own.filter(({ endpoint }) => {
      const needs = needsOf(endpoint)
      const named = requirementsOf(endpoint).map((one) => Object.keys(one).join('+'))
      const authorized = [
        ...(isLetIn(endpoint, userWith(needs)) ? ['session'] : []),
        ...(isLetIn(endpoint, program('ADMIN_API', needs)) ? ['application'] : []),
        ...(isLetIn(endpoint, program('VOICE', [])) ? ['assistant'] : []),
      ]
      const isPublic = isLetIn(endpoint, { kind: 'anonymous' })
      return named.join() !== (isPublic ? '' : authorized.join())
    })
    expect(wrong.map(({ name }) => name)).toEqual([])
  })

  it('are of the schemes that a document declares: bearer tokens', () => {
    for (const document of documents.values()) {
      const declared = Object.keys(componentsOf(document, 'securitySchemes'))
      const used = operationsOf(document).flatMap(({ operation }) =>
        [operation['security']].flat().flatMap((one) => Object.keys(one ?? {})),
      )
      expect(declared.toSorted()).toEqual([...new Set(used)].toSorted())
    }
    const kinds = Object.values(securitySchemes).map(({ type, scheme }) => `${type} ${scheme}`)
    expect(new Set(kinds)).toEqual(new Set(['http bearer']))
  })
})

describe('an operation', () => {
  it('is described, and so is each of its parameters, in more than the words of its name', () => {
    const wordsOf = (text: unknown) => String(text ?? '').trim()
    const wrong = everyOperation().flatMap(({ label, operation }) => {
      const { parameters, summary, description } = operation
      const names = (Array.isArray(parameters) ? parameters : [])
        .filter((one) => !('$ref' in one))
        .filter((one) => wordsOf(one.description) === '' || wordsOf(one.description) === one.name)
        .map(({ name }) => `${label}: ${name}`)
      const isBare = wordsOf(description) === '' || wordsOf(description) === wordsOf(summary)
      return isBare ? [label, ...names] : names
    })
    expect(wrong).toEqual([])
  })

  it('is about a subject that its document describes', () => {
    for (const document of documents.values()) {
      const tags: unknown[] = Array.isArray(document['tags']) ? document['tags'] : []
      const declared = tags.filter(isJson).map(({ name, description }) => [name, description])
      const used = operationsOf(document).flatMap(({ operation }) => operation['tags'])
      expect(declared.map(([name]) => name).toSorted()).toEqual([...new Set(used)].toSorted())
      expect(declared.filter(([, text]) => String(text ?? '').length < 20)).toEqual([])
    }
  })

  it('lists the error codes of each status, with their texts', () => {
    for (const { endpoint, name } of documentedCalls) {
      const document = documentOf(apiOf(endpoint))
      const found = operationsOf(document).find(
        ({ operation }) => operation['operationId'] === name,
      )
      const shared = componentsOf(document, 'responses')
      const listed = membersOf(found?.operation['responses']).flatMap(([status, response]) => {
        const reference = isJson(response) ? String(response['$ref'] ?? '') : ''
        const whole = reference === '' ? response : shared[reference.split('/').at(-1) ?? '']
        const codes = valuesAt(valuesAt(whole, 'errorCode'), 'enum').flat().map(String)
        for (const code of codes) expect(String(Object(whole).description)).toMatch(`\`${code}\`: `)
        return codes.map((code) => `${status} ${code}`)
      })
      const declared = everyErrorOf(endpoint).map(
        (code: ErrorCode) => `${errors[code].status} ${code}`,
      )
      expect(listed.toSorted(), name).toEqual(declared.toSorted())
    }
  })

  it('takes If-Match where it heeds it, and the header by which lockouts are accepted', () => {
    for (const { endpoint, name } of documentedCalls) {
      const found = operationsOf(documentOf(apiOf(endpoint))).find(
        ({ operation }) => operation['operationId'] === name,
      )
      const text = JSON.stringify(found?.operation['parameters'])
      expect(text.includes('#/components/parameters/IfMatch'), name).toBe(takesVersion(endpoint))
      expect(text.includes('#/components/parameters/AcceptLockout'), name).toBe(
        /administrator_locked_out|no_administrator_left|held_statement_broken/.test(
          endpoint.errors.join(),
        ),
      )
    }
  })
})

/** As Redocly judges: a request could be meant for either path. */
const areAmbiguous = (one: string, other: string): boolean => {
  const [own, others] = [one, other].map((path) => path.split('/'))
  if (own === undefined || others === undefined || own.length !== others.length) return false
  const isParameter = (part: string | undefined) => part?.startsWith('{') === true
  const fits = own.every(
    (part, index) => isParameter(part) || isParameter(others[index]) || part === others[index],
  )
  return fits && own.filter(isParameter).length === others.filter(isParameter).length
}

describe('the list of what linters may find', () => {
  const list = readFileSync(`${folder}.redocly.lint-ignore.yaml`, 'utf8')

  it.each(apis)('names the ambiguous paths of %s, and no others', (api) => {
    const paths = Object.keys(documentOf(api)['paths'] ?? {})
    const ambiguous = paths.filter((path, index) =>
      paths.slice(0, index).some((before) => areAmbiguous(before, path)),
    )
    const own = list.split(`documents/${api}.json:`)[1]?.split('\ndocuments/')[0] ?? ''
    const rule = own.split('no-ambiguous-paths:')[1]?.split(/\n {2}\S/)[0] ?? ''
    const listed = [...rule.matchAll(/'#\/paths\/([^']+)'/g)].map(([, path = '']) =>
      path.replaceAll('~1', '/').replaceAll('~0', '~'),
    )
    expect(ambiguous.toSorted()).toEqual(listed.toSorted())
  })
})
