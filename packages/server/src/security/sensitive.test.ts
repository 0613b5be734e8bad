import { ordinaryKinds } from '@signet/contract/kit/ordinary'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allRoutes } from '../app/areas.ts'
import { startObservedApp } from './sweep/observed-app.ts'
import { rightInput } from './sweep/right-calls.ts'
import { callOf, sensitiveClasses } from './sweep/sensitive-classes.ts'
import { named } from './sweep/shapes.ts'
import { createWorld, type World } from './sweep/world.ts'

/* Guard: `expectProven` in the pipeline, by the `sensitive` of each declaration. */

const ofAdministrators = allRoutes.filter(
  ({ endpoint }) => endpoint.actor === 'admin' || endpoint.actor === 'provider',
)
const sensitive = ofAdministrators.filter(({ endpoint }) => 'sensitive' in endpoint)
const changing = ofAdministrators.filter(
  ({ endpoint }) => endpoint.method !== 'GET' && endpoint.audit !== null,
)

describe('every changing call of administrators', () => {
  const review = [...new Set([...changing, ...sensitive])].map((route) => ({
    call: callOf(route),
    isSensitive: sensitive.includes(route),
    asked: sensitiveClasses.filter(({ calls }) => calls.test(callOf(route))),
    ordinary: route.endpoint.ordinary,
  }))

  it('asks for a fresh proof, or says why not', () => {
    const undecided = review.filter(
      ({ isSensitive, ordinary }) => isSensitive === (ordinary !== undefined),
    )
    expect(undecided.map(({ call }) => call)).toEqual([])
    const reasonless = allRoutes.filter(
      (route) => route.endpoint.ordinary !== undefined && !changing.includes(route),
    )
    expect(reasonless.map(callOf)).toEqual([])
  })

  it('asks for a fresh proof where its path is sensitive', () => {
    const wrong = review.filter(({ isSensitive, asked }) => asked.length > 0 && !isSensitive)
    expect(wrong.map(({ call }) => call)).toEqual([])
  })

  it('has no class and no kind without calls', () => {
    const classes = new Set(review.flatMap(({ asked }) => asked))
    expect(sensitiveClasses.filter((one) => !classes.has(one))).toEqual([])
    const kinds = new Set<string | undefined>(review.map(({ ordinary }) => ordinary))
    expect(Object.keys(ordinaryKinds).filter((kind) => !kinds.has(kind))).toEqual([])
  })

  it('is not public where it asks for one: there is no session to prove anything in', () => {
    const closed = allRoutes.filter(
      ({ endpoint }) => 'sensitive' in endpoint && endpoint.actor === 'public',
    )
    expect(closed.map(callOf)).toEqual([])
  })
})

describe('an administrator who proved nothing for five minutes', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld(await startObservedApp())
  })
  afterAll(() => world.test.close())

  const age = async (seconds: number, stepUpLeft: number): Promise<void> => {
    const at = (passed: number) => new Date(world.test.clock.now().getTime() + passed * 1000)
    await world.ctx.db
      .updateTable('sessions')
      .set({ authenticated_at: at(-seconds), step_up_expires_at: at(stepUpLeft) })
      .execute()
  }
  const codeAfter = async (...[given, route]: [object, (typeof sensitive)[number]]) =>
    (await world.test.call(route.endpoint, given)).body.code

  it.each(named(sensitive))(
    '%s asks for one, and goes on after sign-in or a new proof',
    { meta: { covers: ['S69'], endpoints: 1 } },
    async (_label, route) => {
      await age(0, -1)
      const given = await rightInput(world, route)
      // A step-up lasts ten minutes by default: it began that much before its end.
      await age(330, 270)
      expect(await codeAfter(given, route)).toBe('step_up_required')
      await age(270, -1)
      expect(await codeAfter(given, route)).not.toBe('step_up_required')
      await age(330, 330)
      expect(await codeAfter(given, route)).not.toBe('step_up_required')
    },
  )
})
