import { describe, expect, it } from 'vitest'
import { allRoutes } from '../../app/areas.ts'
import type { Route } from '../../kit/routes.ts'
import { label } from './shapes.ts'
import { changing, inBatches } from './unchanged.ts'

const routes = allRoutes.slice(0, 50)

/** As it is said of a route. */
const changed = (route: Route): string => `${label(route)} changes texts`

/** Calls of which some change a number; counts the looks at it. */
const tried = async (writes: (route: Route, calls: number) => boolean) => {
  let [rows, looks, calls] = [0, 0, 0]
  const found = await changing(routes, {
    look: async () => {
      looks += 1
      return { texts: String(rows) }
    },
    prepare: async () => {},
    call: async (route) => {
      calls += 1
      if (writes(route, calls)) rows += 1
    },
  })
  return { found, looks }
}

describe('routes that change something', () => {
  it('are searched for with two looks when there is none', async () => {
    expect(await tried(() => false)).toEqual({ found: [], looks: 2 })
  })

  it.each([0, 24, 25, 49])('are found among the others: number %i', async (at) => {
    const { found, looks } = await tried((route) => route === routes[at])
    expect(found).toEqual(routes.slice(at, at + 1).map(changed))
    expect(looks).toBeLessThan(30)
  })

  it('are found when there are several', async () => {
    const { found } = await tried((route) => route === routes[3] || route === routes[40])
    expect(found).toEqual([routes[3], routes[40]].flatMap((route) => route ?? []).map(changed))
  })

  it('are not overlooked when a change does not happen again', async () => {
    const { found } = await tried((_route, calls) => calls === 7)
    expect(found).toEqual([expect.stringContaining('texts, by something among')])
  })
})

it('batches hold every route once', () => {
  expect(inBatches(allRoutes).flatMap(([, batch]) => batch)).toEqual(allRoutes)
})
