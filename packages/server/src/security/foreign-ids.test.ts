import { readPasswordSettings } from '@signet/contract/settings/password'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allRoutes } from '../app/areas.ts'
import type { Route } from '../kit/routes.ts'
import { buildAdmin } from '../testing/builders.ts'
import { exampleOf } from '../testing/example-value.ts'
import type { TestTenant } from '../testing/test-app.ts'
import { bodiesWithIds, hasIdInBody } from './sweep/body-ids.ts'
import { digestOf } from './sweep/database-state.ts'
import { builderFor, idParamsOf, neverWas } from './sweep/ids.ts'
import { type ObservedApp, startObservedApp } from './sweep/observed-app.ts'
import { validBody } from './sweep/valid-bodies.ts'

/*
 * Guards: the tenant in every query and, beneath it, row-level security; the owner in self-service
 * queries. Row 21 of the list of attacks: another tenant's id is an id that never was.
 */

let test: ObservedApp
let other: TestTenant
let as: string
beforeAll(async () => {
  test = await startObservedApp()
  other = await test.otherTenant()
  as = (await buildAdmin(test.ctx)).token
})
afterAll(() => test.close())

type Ids = Readonly<Record<string, string>>

const label = ({ endpoint }: Route): string => `${endpoint.method} ${endpoint.path}`
const withIds = allRoutes.filter(({ endpoint }) => idParamsOf(endpoint).length > 0)
const cases = withIds.map((route) => [label(route), route] as const)

const idsIn = async (tenant: TestTenant, { endpoint }: Route): Promise<Ids> => {
  const built = await builderFor(endpoint)?.(tenant)
  return Object.fromEntries(idParamsOf(endpoint).map((name) => [name, built?.[name] ?? '']))
}

/** Every choice of parameters that are to name what is not here. */
const choices = (names: readonly string[]): string[][] =>
  names
    .reduce<string[][]>((sets, name) => [...sets, ...sets.map((set) => [...set, name])], [[]])
    .slice(1)

interface Told {
  readonly status: number
  readonly body: unknown
  readonly headers: readonly string[]
  readonly statements: number
}

const ask = async (route: Route, ids: Ids): Promise<Told> => {
  const { endpoint } = route
  const fixed = endpoint.params === undefined ? {} : exampleOf(endpoint.params)
  const params = { ...(typeof fixed === 'object' ? fixed : {}), ...ids }
  const { value: answer, statements } = await test.work.during(() =>
    test.call(endpoint, { as, params, body: validBody(route) }),
  )
  const { requestId: _requestId, ...body } = answer.body
  return {
    status: answer.status,
    body,
    headers: Object.keys(answer.headers).toSorted(),
    statements,
  }
}

const less = (one: Told, next: Told): Told => (next.statements < one.statements ? next : one)

/** Settings and keys are read once a second, and after a change: whoever asks next finds them read. */
const askWarm = async (route: Route, ids: Ids): Promise<Told> => {
  await test.call(readPasswordSettings, { as })
  return ask(route, ids)
}

/**
 * What a call tells of one id and of another. Where the second ends in between, one of them has read
 * more: the least of some tries is a call's own work.
 */
const compared = async (route: Route, one: Ids, unknown: Ids): Promise<readonly [Told, Told]> => {
  let [first, second] = [await askWarm(route, one), await askWarm(route, unknown)]
  for (let tries = 0; tries < 5 && first.statements !== second.statements; tries += 1) {
    first = less(first, await askWarm(route, one))
    second = less(second, await askWarm(route, unknown))
  }
  return [first, second]
}

const notHere = (ids: Ids, names: readonly string[]): Ids => ({
  ...ids,
  ...Object.fromEntries(names.map((name) => [name, neverWas(ids[name] ?? '')])),
})

/** What a call may not leave behind: sessions note when they were last seen. */
const states = () =>
  Promise.all([
    digestOf(test.testDatabase, other.tenant.id),
    digestOf(test.testDatabase, test.tenant.id, ['sessions']),
  ])

describe('an id in a path', () => {
  it('has rows to try it with', () => {
    expect(withIds.filter(({ endpoint }) => builderFor(endpoint) === null).map(label)).toEqual([])
  })
})

describe("another tenant's id", () => {
  it.each(cases)('%s answers as for one that never was', async (_label, route) => {
    const [own, foreign] = [await idsIn(test, route), await idsIn(other, route)]
    expect(Object.values(foreign).every((id) => id !== '')).toBe(true)
    const before = await states()
    for (const names of choices(idParamsOf(route.endpoint))) {
      const mixed = {
        ...own,
        ...Object.fromEntries(names.map((name) => [name, foreign[name] ?? ''])),
      }
      const [asked, unknown] = await compared(route, mixed, notHere(own, names))
      expect(asked.status, names.join()).toBe(404)
      expect(asked.statements).toBeGreaterThan(0)
      expect(asked).toEqual(unknown)
    }
    expect(await states()).toEqual(before)
  })
})

/** Whose ids are of what all people of a tenant have together. */
const ofEverybody: ReadonlySet<string> = new Set(['openUserApplication'])

const selfService = withIds.filter(
  ({ endpoint, name }) => endpoint.actor === 'user' && !ofEverybody.has(name),
)

describe("another user's id", () => {
  it.each(selfService.map((route) => [label(route), route] as const))(
    '%s answers as for one that never was',
    async (_label, route) => {
      const ids = await idsIn(test, route)
      const before = await states()
      const asked = await ask(route, ids)
      expect(asked.status).toBe(404)
      const unknown = await ask(route, notHere(ids, Object.keys(ids)))
      expect({ ...asked, statements: 0 }).toEqual({ ...unknown, statements: 0 })
      expect(await states()).toEqual(before)
    },
  )
})

const withBodyIds = allRoutes.filter(({ endpoint }) => hasIdInBody(endpoint))

describe('an id in a body', () => {
  it('has a row to try it with', () => {
    expect(withBodyIds.filter(({ name }) => !(name in bodiesWithIds)).map(label)).toEqual([])
  })

  const tried = withBodyIds.flatMap((route) => {
    const given = bodiesWithIds[route.name]
    return given ? [[label(route), { route, given }] as const] : []
  })

  it.each(tried)(
    'of another tenant: %s answers as for one that never was',
    async (_label, each) => {
      const { route, given } = each
      const id = await given.build(other)
      const params = (await given.params?.(test)) ?? {}
      const before = await states()
      const told = async (named: string) => {
        const answer = await test.call(route.endpoint, { as, params, body: given.body(named) })
        const { requestId: _requestId, ...body } = answer.body
        return { status: answer.status, body: JSON.stringify(body).replaceAll(named, 'ID') }
      }
      const asked = await told(id)
      expect(asked.status).toBeLessThan(500)
      expect(asked).toEqual(await told(neverWas(id)))
      expect(await states()).toEqual(before)
    },
  )
})
