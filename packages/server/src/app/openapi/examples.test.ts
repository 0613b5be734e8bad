import type { Endpoint } from '@signet/contract/kit/endpoint'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { isAnswerOf, isRequestOf, isSecret, placeholder } from '../../security/sweep/example-of.ts'
import { settledExample } from '../../security/sweep/examples.ts'
import { allRoutes, documentedCalls } from '../areas.ts'
import type { Documented } from './documented.ts'
import { exampleOf } from './examples.ts'

const areas = new Map(
  documentedCalls.map(({ endpoint, area }) => [`${endpoint.method} ${endpoint.path}`, area]),
)
const labelOf = ({ endpoint }: Pick<Documented, 'endpoint'>): string =>
  `${endpoint.method} ${endpoint.path}`
const exampleFor = (call: Pick<Documented, 'endpoint'>) =>
  exampleOf(areas.get(labelOf(call)) ?? '', labelOf(call))

const answersJson = ({ endpoint }: Pick<Documented, 'endpoint'>): boolean =>
  endpoint.produces === undefined &&
  endpoint.redirects === undefined &&
  !(endpoint.answer instanceof z.ZodUndefined)

const secretsIn = (value: unknown, name = ''): string[] => {
  if (typeof value === 'string') return isSecret(name, value) ? [value] : []
  if (Array.isArray(value)) return value.flatMap((item) => secretsIn(item, name))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, item]) => secretsIn(item, key))
}

describe('an example that is there', () => {
  const declared: Endpoint = {
    method: 'POST',
    path: '/api/web/v1/gadgets',
    actor: 'admin',
    needs: ['GROUPS', 'ADD'],
    body: z.object({ name: z.string() }),
    answer: z.object({ id: z.string(), name: z.string() }),
    ordinary: 'grouping',
    errors: [],
    audit: 'GADGET_CREATED',
    limit: 'change',
    summary: 'Add a gadget',
  }
  const kept = { request: { name: 'kept' }, answer: { id: '1', name: 'kept' } }
  const made = { request: { name: 'made' }, answer: { id: '2', name: 'made' } }

  it('stays while it fits the schemas of its call', () => {
    expect(settledExample(declared, made, kept)).toBe(kept)
  })

  it.each([
    ['has no place for a new field', { ...kept, answer: { id: '1' } }],
    ['has a field that is gone', { ...kept, answer: { ...kept.answer, size: 1 } }],
    ['has a request that is not accepted', { ...kept, request: {} }],
    ['shows no answer', { request: kept.request }],
    ['is none', {}],
  ])('gives way to a new one where it %s', (_why, outdated) => {
    expect(settledExample(declared, made, outdated)).toBe(made)
  })
})

// `npm run openapi:examples` writes those that are missing or no longer fit.
describe('the examples', () => {
  it('show an answer of every call that answers JSON, as its schema lets it out', () => {
    const wrong = allRoutes
      .filter(answersJson)
      .filter((route) => !isAnswerOf(route.endpoint, exampleFor(route).answer))
    expect(wrong.map(labelOf)).toEqual([])
  })

  it('show a request of every call that takes a body, as its schema takes it', () => {
    const withBody = allRoutes.filter(({ endpoint }) => endpoint.body !== undefined)
    const wrong = withBody.filter((route) => {
      const { request } = exampleFor(route)
      return !isRequestOf(route.endpoint)(request)
    })
    expect(wrong.map(labelOf)).toEqual([])
  })

  it('hold placeholders where a secret is', () => {
    const shown = allRoutes.flatMap((route) => secretsIn(exampleFor(route)))
    expect(shown.length).toBeGreaterThan(50)
    // `example` comes from a schema, not from a call.
    const kept = shown.filter((secret) => secret !== placeholder(secret) && secret !== 'example')
    expect(kept).toEqual([])
  })
})
