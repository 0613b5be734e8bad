import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin } from '../../testing/builders.ts'
import { allRoutes } from '../app/areas.ts'
import { handleSubmitted } from '../app/workers.ts'
import type { Route } from '../kit/routes.ts'
import { isReading, viewsOf } from './sweep/effects.ts'
import { floor } from './sweep/floor.ts'
import { startObservedApp } from './sweep/observed-app.ts'
import { tellsApart, unalteredBy, unseenBy } from './sweep/proofs.ts'
import { rightInput } from './sweep/right-calls.ts'
import { sampled } from './sweep/sample.ts'
import { label, named } from './sweep/shapes.ts'
import { scenarios } from './sweep/subjects.ts'
import { createWorld, type World } from './sweep/world.ts'

/*
 * Every call does something: what it changes is seen by another call or in what leaves the service,
 * what it answers is altered by another call. `subject.ts` says how a module declares what the
 * nearest call that reads does not show.
 */

let world: World
beforeAll(async () => {
  world = await createWorld(await startObservedApp())
  await handleSubmitted(world.test.platform)
})
afterAll(() => world.test.close())

const { effects, alteredBy, computes, constant, shownIn } = scenarios

const among =
  (declared: object) =>
  ({ name }: Route): boolean =>
    Object.hasOwn(declared, name)

/** Calls that `alteredBy` of another names. */
const causes = new Set(
  Object.values(alteredBy).flatMap((by) => (typeof by === 'function' ? [] : by)),
)

/** Whether it is made here to see its effect; `effects` without a name leave it to those it alters. */
const isSeen = (route: Route): boolean =>
  (among(effects)(route) && viewsOf(route)?.length !== 0) ||
  (!isReading(route) && ![effects, alteredBy, computes, shownIn].some((of) => among(of)(route)))

const seen = allRoutes.filter(isSeen)
const views = new Set(seen.flatMap((route) => viewsOf(route) ?? []))
const altered = allRoutes.filter(among(alteredBy))
const computing = allRoutes.filter(among(computes))
const fixed = allRoutes.filter(among(constant))

const shown = allRoutes.filter(among(shownIn))

const causing = allRoutes.filter(({ name }) => causes.has(name))

const proven = new Set([...seen, ...views, ...altered, ...causing, ...computing])

describe('every call', () => {
  it('is seen, shows what others change, computes, or answers everyone the same', () => {
    const others = new Set([...proven, ...shown, ...fixed])
    const without = allRoutes.filter((route) => !others.has(route))
    expect(without.map(({ name }) => name)).toEqual([])
  })

  it('that is proven here is not listed with a reason or with another test', () => {
    const twice = [...fixed, ...shown].filter((route) => proven.has(route))
    expect(twice.map(({ name }) => name)).toEqual([])
  })

  it('is in the test that is said to show it', () => {
    const wrong = Object.entries(shownIn).filter(([name, file]) => {
      const text = readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')
      // Imported, and called.
      return (text.match(new RegExp(`\\b${name}\\b`, 'g')) ?? []).length < 2
    })
    expect(wrong).toEqual([])
  })

  it('has an effect as often as ever before', ({ task }) => {
    expect(proven.size).toBeGreaterThanOrEqual(floor.routesWithEffect)
    if (proven.size > floor.routesWithEffect) {
      const file = 'packages/server/src/security/sweep/floor.ts'
      task.meta.note = `More calls have an effect: set routesWithEffect to ${proven.size} in ${file}.`
    }
  })
})

describe('what a call changes', () => {
  it.each(named(sampled(seen)))(
    '%s is seen afterwards',
    { meta: { endpoints: 1 } },
    async (_label, route) => {
      expect(await unseenBy(world, route)).toEqual([])
    },
  )
})

describe('what a call reads', () => {
  it.each(named(sampled(altered)))(
    '%s is altered by others',
    { meta: { endpoints: 1 } },
    async (_label, route) => {
      expect(await unalteredBy(world, route)).toEqual([])
    },
  )
})

describe('what a call computes', () => {
  it.each(named(sampled(computing)))(
    '%s depends on its body',
    { meta: { endpoints: 1 } },
    async (_label, route) => {
      expect(await tellsApart(world, route)).toBe(true)
    },
  )
})

describe('a call that answers everyone the same', () => {
  it('does so in another tenant', async () => {
    const other = await world.test.otherTenant()
    const { token } = await buildAdmin(other.ctx)
    const { host } = new URL(world.test.tenant.publicUrl)
    const different: string[] = []
    for (const route of fixed) {
      const given = await rightInput(world, route)
      const [here, there] = [
        await world.test.call(route.endpoint, given),
        await other.call(route.endpoint, { ...given, as: token }),
      ]
      expect([here.status, there.status], label(route)).toEqual([200, 200])
      const own = new URL(other.tenant.publicUrl).host
      if (here.text !== there.text.replaceAll(own, host)) different.push(route.name)
    }
    expect(different).toEqual([])
  })
})
