import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pathOf, queryOf } from '../../../testing/call.ts'
import { longestTurn } from '../../../testing/longest-turn.ts'
import { allRoutes } from '../../app/areas.ts'
import type { Route } from '../../kit/routes.ts'
import { startObservedApp } from '../sweep/observed-app.ts'
import { rightInput } from '../sweep/right-calls.ts'
import { sampled } from '../sweep/sample.ts'
import { named } from '../sweep/shapes.ts'
import { createWorld, type Given, type World } from '../sweep/world.ts'
import { dates, deepJson, edgesOf, numbers } from './values.ts'

/*
 * Guards: schemas that say what a value is, and reads of the database that take nothing else. CPU of
 * the request thread is measured for each turn: every other request waits for that.
 */

const mostOfATurn = 250

let world: World
beforeAll(async () => {
  world = await createWorld(await startObservedApp())
})
afterAll(() => world.test.close())

interface Sent {
  readonly given: Given
  readonly payload?: string
  readonly query?: Readonly<Record<string, unknown>> | undefined
}

const send = async ({ endpoint }: Route, { given, payload, query }: Sent) => {
  const answer = await world.test.app.inject({
    method: endpoint.method,
    url: `${pathOf(endpoint, given.params)}${queryOf(query ?? given.query)}`,
    headers: {
      host: new URL(world.ctx.tenant.publicUrl).host,
      ...(given.as === undefined ? {} : { authorization: `Bearer ${given.as}` }),
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
      ...given.headers,
    },
    ...(payload === undefined ? {} : { payload }),
  })
  return { status: answer.statusCode, text: answer.body }
}

const errors = (from: number): readonly string[] =>
  world.test.logged.slice(from).filter((line) => line.includes('"level":"error"'))

const taking = allRoutes.filter(
  ({ endpoint: { body, consumes } }) => body !== undefined && consumes === undefined,
)
const asking = allRoutes.filter(({ endpoint: { query, method } }) => query && method === 'GET')

describe('values at the edges', () => {
  it.each(named(sampled(taking)))(
    '%s takes or rejects in a body',
    { meta: { covers: ['S26', 'S68'], endpoints: 1 } },
    async (_label, route) => {
      const given = await rightInput(world, route)
      const from = world.test.logged.length
      for (const payload of edgesOf(given.body)) {
        const { status, text } = await send(route, { given, payload })
        expect(status, `${payload.slice(0, 300)} ${text}`).toBeLessThan(500)
      }
      expect(errors(from)).toEqual([])
    },
  )

  it.each(named(sampled(asking)))(
    '%s takes or rejects in a query',
    { meta: { covers: ['S26'], endpoints: 1 } },
    async (_label, route) => {
      const given = await rightInput(world, route)
      const from = world.test.logged.length
      for (const name of Object.keys(route.endpoint.query?.shape ?? {})) {
        for (const value of [...numbers, ...dates, 'a\0b']) {
          const query = { ...given.query, [name]: value }
          const { status, text } = await send(route, { given, query })
          expect(status, `${name}=${value} ${text}`).toBeLessThan(500)
        }
      }
      expect(errors(from)).toEqual([])
    },
  )
})

/** As many as a body may hold, and as many as a megabyte can. */
const counts = [12_000, 330_000]
const listsIn: Readonly<Record<string, (items: string) => string>> = {
  mergeSelfValues: (items) => `{"values":{"a":[${items}]}}`,
  replaceSelfValues: (items) => `{"values":{"a":[${items}]}}`,
  previewPrint: (items) => `{"design":{"front":{"shapes":[${items}]}}}`,
  createResourceRule: (items) => `{"factors":[${items}]}`,
  createWorkflowDesignV2: (items) => `{"fields":[${items}]}`,
  updateUserCertSettings: (items) => `{"refused":[${items}]}`,
}
const namesIn = (count: number): string =>
  `{${Array.from({ length: count }, (_, at) => `"name${at}":1`).join(',')}}`

describe('JSON of many values', () => {
  it.each(
    allRoutes.flatMap((route) => {
      const text = listsIn[route.name]
      return text === undefined ? [] : [[route.name, route, text] as const]
    }),
  )(
    'is answered by %s in short turns',
    { meta: { covers: ['S68'] } },
    async (_name, route, text) => {
      const given = await rightInput(world, route)
      for (const count of counts) {
        const lists = ['1', '{}'].map((item) => text(`${`${item},`.repeat(count - 1)}${item}`))
        for (const payload of [...lists, namesIn(count / 4)]) {
          const turn = await longestTurn(() => send(route, { given, payload }))
          expect(turn, payload.slice(0, 60)).toBeLessThan(mostOfATurn)
        }
      }
    },
  )
})

describe.each(Object.entries(deepJson))('JSON of %s', (_name, payload) => {
  it.each(named(sampled(taking).slice(0, 12)))(
    'is rejected by %s in short turns',
    { meta: { covers: ['S68'] } },
    async (_label, route) => {
      const given = await rightInput(world, route)
      let status = 0
      const turn = await longestTurn(async () => {
        ;({ status } = await send(route, { given, payload }))
      })
      expect(status).toBeGreaterThanOrEqual(400)
      expect(status).toBeLessThan(500)
      expect(turn).toBeLessThan(mostOfATurn)
    },
  )
})
