import { describe, expect, it } from 'vitest'
import { isDrawn, type Scope } from '../../../../../scripts/test/scope.ts'
import { allRoutes } from '../../app/areas.ts'
import { filesOf } from './route-files.ts'
import { sampled } from './sample.ts'
import { label, shapeOf } from './shapes.ts'

const shapes = new Set(allRoutes.map(shapeOf))
const drawn = (seed: string, ...changed: string[]): Scope => ({
  share: 'drawn',
  seed,
  changed: new Set(changed),
})

const labels = (scope: Scope): string[] => sampled(allRoutes, scope).map(label)

describe('a sample of the routes', () => {
  it('has a route of each shape, and one in eight of the others', () => {
    const sample = sampled(allRoutes, drawn('a tree'))
    expect(new Set(sample.map(shapeOf))).toEqual(shapes)
    const missed = allRoutes.filter((route) => isDrawn(label(route), drawn('a tree')))
    expect(missed.filter((route) => !sample.includes(route))).toEqual([])
    expect(sample.length).toBeLessThan(shapes.size + allRoutes.length / 5)
  })

  it('is the same for a commit and another for the next', () => {
    expect(labels(drawn('one'))).toEqual(labels(drawn('one')))
    const [one, other] = [labels(drawn('one')), labels(drawn('other'))]
    expect(other.filter((each) => one.includes(each)).length).toBeLessThan(other.length / 2)
  })

  it.each([
    [
      'its contract file',
      'packages/contract/src/operations/webhooks.ts',
      'POST /api/web/v1/webhooks',
    ],
    [
      'a file of its module',
      'packages/server/src/modules/operations/webhooks/webhooks.repository.ts',
      'POST /api/web/v1/webhooks',
    ],
    [
      'the scenarios of its module',
      'packages/server/src/modules/operations/webhooks/webhooks.scenarios.ts',
      'POST /api/web/v1/webhooks',
    ],
    [
      'a file of all bulk operations',
      'packages/server/src/modules/operations/bulk-operations/kinds/delete-users.ts',
      'POST /api/web/v1/bulkoperations/deleteusers',
    ],
  ])('has a route when %s has changed', (_what, file, route) => {
    expect(allRoutes.map(label)).toContain(route)
    for (const seed of ['a', 'b', 'c', 'd', 'e']) {
      expect(labels(drawn(seed, file))).toContain(route)
    }
    expect(['a', 'b', 'c', 'd', 'e'].every((seed) => labels(drawn(seed)).includes(route))).toBe(
      false,
    )
  })

  it('is all of them in a run of everything', () => {
    const all = { share: 'all', seed: '', changed: new Set<string>() } as const
    expect(sampled(allRoutes, all)).toEqual(allRoutes)
  })
})

it('every route has files that declare it and files that serve it', () => {
  const without = allRoutes.filter((route) => {
    const files = filesOf(route)
    return (
      !files.some((file) => file.startsWith('packages/contract/')) ||
      !files.some((file) => file.startsWith('packages/server/'))
    )
  })
  expect(without.map(label)).toEqual([])
})
