import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { allRoutes } from '../app/areas.ts'
import type { Route } from '../kit/routes.ts'
import { stateOf } from './sweep/database-state.ts'
import { startObservedApp } from './sweep/observed-app.ts'
import { rightInput } from './sweep/right-calls.ts'
import { planted, plantedValues } from './sweep/server-owned.ts'
import { createWorld, type World } from './sweep/world.ts'

/*
 * Guard: bodies are parsed by their schema, which drops what it does not name; services write named
 * columns. Row 23 of the list of attacks.
 */

let world: World
beforeAll(async () => {
  world = await createWorld(await startObservedApp())
})
afterAll(() => world.test.close())

const label = ({ endpoint }: Route): string => `${endpoint.method} ${endpoint.path}`
/** What a provider calls it has signed as it came: there is nothing to add. */
const signed: ReadonlySet<string> = new Set(['receiveFaceWebhook'])

const selfService = allRoutes.filter(
  ({ endpoint, name }) =>
    endpoint.actor !== 'admin' && endpoint.body !== undefined && !signed.has(name),
)

/** The fields that a body has by right. */
const namesIn = ({ endpoint }: Route): string[] =>
  endpoint.body instanceof z.ZodObject ? Object.keys(endpoint.body.shape) : []

const plantedIn = async ({ test, ctx }: World): Promise<string[]> => {
  const texts = Object.values(await stateOf(test.testDatabase, ctx.tenant.id))
  return plantedValues.filter((value) => texts.some((text) => text.includes(value)))
}

/** What nobody in this tenant is or has, unless they could make it so. */
const gained = async (): Promise<unknown> => {
  const { db, tenant } = world.ctx
  const people = await db
    .selectFrom('users')
    .select('user_id')
    .where('tenant_id', '=', tenant.id)
    .where((is) => is.or([is('locked', '=', true), is('migrated', '=', true)]))
    .execute()
  const links = await db
    .selectFrom('user_roles')
    .select(['user_id', 'role_id'])
    .where('tenant_id', '=', tenant.id)
    .orderBy('user_id')
    .execute()
  return { people, links }
}

describe('a body of self-service', () => {
  it.each(selfService.map((route) => [label(route), route] as const))(
    '%s sets no field of the server’s',
    async (_label, route) => {
      const given = await rightInput(world, route)
      const fields = await planted(world.test.testDatabase, namesIn(route))
      const before = await gained()
      const body = { ...fields, ...(typeof given.body === 'object' ? given.body : {}) }
      const answer = await world.test.call(route.endpoint, { ...given, body })
      expect(answer.status, answer.text).toBeLessThan(300)
      const after = await gained()
      // Using a setup link makes its holder an administrator: that is what it is for.
      if (route.name !== 'beginSetup') expect(after).toEqual(before)
      expect(await plantedIn(world)).toEqual([])
    },
  )
})
