import { createGroup, readGroup, updateGroup } from '@signet/contract/identity/groups'
import { unknownMembers } from '@signet/contract/kit/unknown-members'
import { readEmailServer, updateEmailServer } from '@signet/contract/settings/emailserver'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allRoutes } from '../app/areas.ts'
import { readsOf } from '../kit/members.ts'
import type { Route } from '../kit/routes.ts'
import { startObservedApp } from './sweep/observed-app.ts'
import { rightInput } from './sweep/right-calls.ts'
import { label } from './sweep/shapes.ts'
import { validBody } from './sweep/valid-bodies.ts'
import { createWorld, type World } from './sweep/world.ts'

/*
 * No member of a body is dropped without a word, and what a GET answers can be sent back. Guard:
 * `knownBody`, which every JSON body goes through before it is parsed.
 */

let world: World
beforeAll(async () => {
  world = await createWorld(await startObservedApp())
})
afterAll(() => world.test.close())

const lists = 'the read lists many, the call changes one of them'
const secret = 'the call carries a secret that no read answers'
const act = 'the call is an act, named by a member of its own'

/** Calls that share a path with a read of something else than what they replace. */
const others: Readonly<Record<string, string>> = {
  'PUT /api/web/v1/templates/email': lists,
  'PUT /api/web/v1/serviceprovider/ratelimiting': lists,
  'PUT /api/web/v4/tenants/:tenantid/entitlements': lists,
  'PUT /api/web/v1/users/:userid/activesyncdevices': lists,
  'PUT /api/web/v1/self/activesyncdevices': lists,
  'PUT /api/web/v1/users/:userid/passwords': secret,
  'PUT /api/web/v1/self/users/passwords': secret,
  'PUT /api/web/v1/users/:userid/userquestions': secret,
  'PUT /api/web/v1/self/kba': secret,
  'PUT /api/web/v1/softtokens/subscription': secret,
  'PATCH /api/web/v1/printers/print/:printStatusId': act,
}

const reads = readsOf(allRoutes)
const shared = allRoutes.flatMap((route) => {
  const { method, path, body } = route.endpoint
  const read = reads.get(path)
  const isReplaced = ['PUT', 'PATCH'].includes(method) && body !== undefined
  return isReplaced && read !== undefined && read.endpoint.reveals === undefined
    ? [{ route, read, name: label(route) }]
    : []
})
const replaced = shared.filter(({ name }) => !Object.hasOwn(others, name))

/** What is stored by a right call, read, and sent back as it was read. */
const sendBack = async (route: Route, read: Route) => {
  const { body: first, ...whose } = await rightInput(world, route)
  await world.test.call(route.endpoint, { ...whose, body: first })
  const { body, status } = await world.test.call(read.endpoint, whose)
  expect(status).toBe(200)
  return world.test.call(route.endpoint, { ...whose, body })
}

describe('what a GET answers', () => {
  it.each(replaced.map(({ name, route, read }) => [name, route, read] as const))(
    'can be sent back unchanged by %s',
    async (_name, route, read) => {
      const { status, text } = await sendBack(route, read)
      expect(status, text).toBeLessThan(300)
    },
  )

  it('is of something else only where a reason is noted', () => {
    expect(replaced.length).toBeGreaterThan(100)
    const names = shared.map(({ name }) => name)
    expect(Object.keys(others).filter((name) => !names.includes(name))).toEqual([])
  })
})

describe('a member that a call does not know', () => {
  it('is found in the body of every call', () => {
    const missed = allRoutes.flatMap((route) => {
      const body = validBody(route)
      if (route.endpoint.body === undefined || typeof body !== 'object' || body === null) return []
      if (route.name === 'receiveFaceWebhook') return [] // as its provider sends it
      const found = unknownMembers(route.endpoint.body, { ...body, 'no such member': 1 })
      return found.some(([key]) => key === 'no such member') ? [] : [label(route)]
    })
    expect(missed).toEqual([])
  })

  it('is rejected by its name, and nothing is written', async () => {
    const as = world.admin.token
    const { test } = world
    const body = { name: 'Harbor', descripton: 'misspelled' }
    const made = await test.call(createGroup, { as, body })
    expect(made.status).toBe(400)
    expect(made.body).toMatchObject({
      errorCode: 'unrecognized_keys',
      fields: [{ path: 'body.descripton' }],
    })
    expect((await test.call(createGroup, { as, body: { name: 'Harbor' } })).status).toBe(200)
  })
})

describe('a member that only the service writes', () => {
  it('is accepted as it is stored, and rejected with another value', async () => {
    const { test } = world
    const as = world.admin.token
    const { id } = Object((await test.call(createGroup, { as, body: { name: 'Pier' } })).body)
    const whose = { as, params: { id } }
    const stored = Object((await test.call(readGroup, whose)).body)
    const renamed = await test.call(updateGroup, { ...whose, body: { ...stored, name: 'Pier 2' } })
    expect(renamed.status, renamed.text).toBe(200)
    const now = Object((await test.call(readGroup, whose)).body)
    const other = { ...now, id: crypto.randomUUID() }
    const answer = await test.call(updateGroup, { ...whose, body: other })
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ errorCode: 'read_only', fields: [{ path: 'body.id' }] })
    expect(Object((await test.call(readGroup, whose)).body).name).toBe('Pier 2')
  })

  it('says of secrets that they are there, and does not change them', async () => {
    const { test } = world
    const as = world.admin.token
    const { body } = await test.call(readEmailServer, { as })
    const { secretsPresent } = Object(body)
    expect(secretsPresent).toBeDefined()
    const claimed = { ...Object(body), secretsPresent: { ...secretsPresent, password: 'maybe' } }
    const answer = await test.call(updateEmailServer, { as, body: claimed })
    expect(answer.body).toMatchObject({ errorCode: 'read_only' })
  })
})
