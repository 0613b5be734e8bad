import { listUsers } from '@signet/contract/identity/user-lists'
import { createUser } from '@signet/contract/identity/users'
import { listAuditEvents } from '@signet/contract/operations/audit-events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin } from '../../testing/builders.ts'
import type { TestTenant } from '../../testing/test-app.ts'
import { allRoutes } from '../app/areas.ts'
import type { Route } from '../kit/routes.ts'
import { startObservedApp } from './sweep/observed-app.ts'
import { rightInput } from './sweep/right-calls.ts'
import { sampled } from './sweep/sample.ts'
import { named } from './sweep/shapes.ts'
import { createWorld, type Given, type World } from './sweep/world.ts'

/*
 * Guards: every value travels as a parameter; search texts have their wildcards taken out. Row 26
 * of the list of attacks.
 */

let world: World
beforeAll(async () => {
  world = await createWorld(await startObservedApp())
})
afterAll(() => world.test.close())

const hostile: readonly string[] = [
  `' or '1'='1' -- `,
  `"; drop table users; --`,
  `$1 $$ :name ?\\'; select pg_sleep(9); --`,
  `%' escape '!' or 1=1`,
  `*)(uid=*))(|(uid=*`,
  `\\00\\2a)(&{"$gt":""}`,
  '\u202e\ufeff\u2028\u00a0\u{1f600}',
  'x'.repeat(20_000),
]

/** The same value with each text in it replaced. */
const withTexts = (value: unknown, text: string): unknown => {
  if (typeof value === 'string') return text
  if (Array.isArray(value)) return value.map((item) => withTexts(item, text))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, withTexts(item, text)]),
  )
}

const filters = {
  listUsers: { search: 'x', sortBy: 'name' },
  submitUserList: { search: 'x' },
  listAuditEvents: {
    actorId: 'x',
    entityType: 'x',
    entityId: 'x',
    actions: ['x'],
    address: 'x',
    requestId: 'x',
    text: 'xxx',
  },
  submitAuditEvents: { text: 'xxx' },
}

const bodyOf = (name: string, body: unknown): unknown =>
  name in filters ? { ...Object(body), ...new Map(Object.entries(filters)).get(name) } : body

/** What a call takes from its caller, each part with all its texts replaced by a hostile one. */
const attacksOn = ({ name, endpoint }: Route, given: Given, text: string): Given[] => {
  const body = bodyOf(name, given.body)
  const query = Object.keys(endpoint.query?.shape ?? {}).map((key) => [key, text])
  const isShort = text.length < 1000
  return [
    ...(body === undefined ? [] : [{ ...given, body: withTexts(body, text) }]),
    ...(query.length > 0 && isShort ? [{ ...given, query: Object.fromEntries(query) }] : []),
  ]
}

const taking = allRoutes.filter(({ endpoint: { body, params, query } }) => body ?? params ?? query)
const searching = taking.filter(({ name }) => name in filters)
const tried = new Set([...searching, ...sampled(taking)])

describe('texts made to break out', () => {
  it.each(named([...tried]))(
    '%s takes them as texts or refuses them',
    { meta: { covers: ['S26'], endpoints: 1 } },
    async (_label, route) => {
      const given = await rightInput(world, route)
      const logged = world.test.logged.length
      for (const text of hostile) {
        for (const attack of attacksOn(route, given, text)) {
          const answer = await world.test.call(route.endpoint, attack)
          expect(answer.status, `${text.slice(0, 40)} ${answer.text}`).toBeLessThan(500)
        }
        const hasParams = route.endpoint.params !== undefined && given.params !== undefined
        if (hasParams && text.length < 1000) {
          const params = Object(withTexts(given.params, text))
          const asked = await world.test.call(route.endpoint, { ...given, params })
          expect(asked.status, text).toBeGreaterThanOrEqual(400)
          expect(asked.status, text).toBeLessThan(500)
        }
      }
      const errors = world.test.logged
        .slice(logged)
        .filter((line) => line.includes('"level":"error"'))
      expect(errors).toEqual([])
    },
  )
})

describe('wildcards in a search', () => {
  let elsewhere: TestTenant
  let as: string
  beforeAll(async () => {
    elsewhere = await world.test.otherTenant()
    as = (await buildAdmin(elsewhere.ctx)).token
  })

  const found = async (search: string): Promise<unknown> => {
    const answer = await elsewhere.call(listUsers, { as, body: { search } })
    expect(answer.status, answer.text).toBe(200)
    return answer.body.results
  }

  it.each(['%%%', '___', '%_%', '%', '_', '\\\\\\', '\\%', 'te%', 't_st', `'''`])(
    'stand for themselves: nobody is called %s',
    { meta: { covers: ['S26'] } },
    async (search) => {
      expect(await found(search)).toEqual([])
    },
  )

  it('find who bears them', async () => {
    const lastName = `50%_off'\\"`
    const made = await elsewhere.call(createUser, { as, body: { userId: 'wild', lastName } })
    expect(made.status, made.text).toBe(200)
    for (const search of ['50%_off', `_off'\\"`, '%_o']) expect(await found(search)).toHaveLength(1)
  })

  it('stand for themselves in the audit log too', async () => {
    for (const text of ['%%%', '___', '\\\\\\', `' or`]) {
      const answer = await elsewhere.call(listAuditEvents, { as, body: { text } })
      expect(answer.status).toBe(200)
      expect(answer.body.results).toEqual([])
    }
  })
})
