import { readPasswordSettings } from '@signet/contract/settings/password'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin } from '../../testing/builders.ts'
import { exampleOf } from '../../testing/example-value.ts'
import type { TestTenant } from '../../testing/test-app.ts'
import { allRoutes } from '../app/areas.ts'
import type { Route } from '../kit/routes.ts'
import { hasIdInBody } from './sweep/body-ids.ts'
import { digestOf } from './sweep/database-state.ts'
import { builderFor, idParamsOf, neverWas } from './sweep/ids.ts'
import { type ObservedApp, startObservedApp } from './sweep/observed-app.ts'
import { label, named } from './sweep/shapes.ts'
import { scenarios } from './sweep/subjects.ts'
import { inBatches, testUnchanged } from './sweep/unchanged.ts'
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
type Build = NonNullable<ReturnType<typeof builderFor>>

const withIds = allRoutes.filter(({ endpoint }) => idParamsOf(endpoint).length > 0)

/** Rows by what builds them: no call may change them, so the routes of a batch share them. */
let rows = new Map<Build, Promise<readonly [own: Ids, foreign: Ids]>>()

const built = async ({ endpoint }: Route): Promise<readonly [own: Ids, foreign: Ids]> => {
  const build = builderFor(endpoint)
  if (build === null) throw new Error(`no rows for ${endpoint.path}`)
  const made = rows.get(build) ?? Promise.all([build(test), build(other)])
  rows.set(build, made)
  const pick = (ids: Ids): Ids =>
    Object.fromEntries(idParamsOf(endpoint).map((name) => [name, ids[name] ?? '']))
  const [own, foreign] = await made
  return [pick(own), pick(foreign)]
}

const buildRows = async (routes: readonly Route[]): Promise<void> => {
  rows = new Map()
  for (const route of routes) await built(route)
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

/** Settings and keys are read once a second, and after a change: the next call finds them read. */
const askWarm = async (route: Route, ids: Ids): Promise<Told> => {
  await test.call(readPasswordSettings, { as })
  return ask(route, ids)
}

/**
 * What a call tells of one id and of another. Where one of them has read more, a second may have
 * ended in between: the least of some tries is a call's own work.
 */
const compared = async (route: Route, one: Ids, unknown: Ids): Promise<readonly [Told, Told]> => {
  let [first, second] = [await ask(route, one), await ask(route, unknown)]
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
const states = async () => {
  const foreign = await digestOf(test.testDatabase, other.tenant.id)
  const own = await digestOf(test.testDatabase, test.tenant.id, ['sessions'])
  const apart = Object.entries(foreign).map(([table, told]) => [`${table} of the other`, told])
  return { ...own, ...Object.fromEntries(apart) }
}

describe('an id in a path', () => {
  it('has rows to try it with', { meta: { covers: ['S21'] } }, () => {
    expect(withIds.filter(({ endpoint }) => builderFor(endpoint) === null).map(label)).toEqual([])
  })
})

/** The ids of a call that names what is not here by some of its parameters, and what stays ours. */
const mixtures = async (route: Route) => {
  const [own, foreign] = await built(route)
  return choices(idParamsOf(route.endpoint)).map((names) => ({
    names,
    foreign: { ...own, ...Object.fromEntries(names.map((name) => [name, foreign[name] ?? ''])) },
    unknown: notHere(own, names),
  }))
}

describe.each(inBatches(withIds))("another tenant's id, batch %i", (_at, batch) => {
  it.each(named(batch))(
    '%s answers as for one that never was',
    { meta: { covers: ['permissions.self-scope', 'S21'], endpoints: 1 } },
    async (_label, route) => {
      for (const { names, foreign, unknown } of await mixtures(route)) {
        expect(Object.values(foreign).every((id) => id !== '')).toBe(true)
        const [asked, never] = await compared(route, foreign, unknown)
        expect(asked.status, names.join()).toBe(404)
        expect(asked.statements).toBeGreaterThan(0)
        expect(asked).toEqual(never)
      }
    },
  )

  testUnchanged(batch, {
    look: states,
    prepare: buildRows,
    call: async (route) => {
      for (const { foreign } of await mixtures(route)) await ask(route, foreign)
    },
  })
})

/** Whose ids are of what all people of a tenant have together. */
const ofEverybody: ReadonlySet<string> = new Set(['openUserApplication'])

const selfService = withIds.filter(
  ({ endpoint, name }) => endpoint.actor === 'user' && !ofEverybody.has(name),
)

describe.each(inBatches(selfService))("another user's id, batch %i", (_at, batch) => {
  it.each(named(batch))(
    '%s answers as for one that never was',
    { meta: { covers: ['permissions.self-scope', 'S21'], endpoints: 1 } },
    async (_label, route) => {
      const [ids] = await built(route)
      const asked = await ask(route, ids)
      expect(asked.status).toBe(404)
      const unknown = await ask(route, notHere(ids, Object.keys(ids)))
      expect({ ...asked, statements: 0 }).toEqual({ ...unknown, statements: 0 })
    },
  )

  testUnchanged(batch, {
    look: states,
    prepare: buildRows,
    call: async (route) => ask(route, (await built(route))[0]),
  })
})

const withBodyIds = allRoutes.filter(({ endpoint }) => hasIdInBody(endpoint))
const triedBodies = withBodyIds.filter(({ name }) => scenarios.bodyIds[name])

interface Filled {
  readonly id: string
  readonly params: Ids
  body(id: string): unknown
}

/** Bodies of the routes of a batch that name a row of the other tenant. */
let filled = new Map<Route, Filled>()

const fillBodies = async (routes: readonly Route[]): Promise<void> => {
  filled = new Map()
  for (const route of routes) {
    const given = scenarios.bodyIds[route.name]
    if (!given) continue
    const [id, params] = [await given.build(other), (await given.params?.(test)) ?? {}]
    filled.set(route, { id, params, body: (used) => given.body(used) })
  }
}

const askNaming = async (route: Route, given: Filled | undefined, id: string) => {
  const params = given?.params
  const answer = await test.call(route.endpoint, { as, params, body: given?.body(id) })
  const { requestId: _requestId, ...body } = answer.body
  return { status: answer.status, body: JSON.stringify(body).replaceAll(id, 'ID') }
}

describe('an id in a body', () => {
  it('has a row to try it with', () => {
    expect(withBodyIds.filter(({ name }) => !(name in scenarios.bodyIds)).map(label)).toEqual([])
  })

  describe.each(inBatches(triedBodies))('batch %i', (_at, batch) => {
    it.each(named(batch))(
      'of another tenant: %s answers as for one that never was',
      { meta: { covers: ['S21'], endpoints: 1 } },
      async (_label, route) => {
        const given = filled.get(route)
        const id = given?.id ?? ''
        const asked = await askNaming(route, given, id)
        expect(asked.status).toBeLessThan(500)
        expect(asked).toEqual(await askNaming(route, given, neverWas(id)))
      },
    )

    testUnchanged(batch, {
      look: states,
      prepare: fillBodies,
      call: (route) => askNaming(route, filled.get(route), filled.get(route)?.id ?? ''),
    })
  })
})
