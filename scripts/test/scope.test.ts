import { expect, test } from 'vitest'
import { isDrawn, isInScope, type Scope } from './scope.ts'

const names = Array.from({ length: 1200 }, (_, index) => `GET /api/web/v1/things/${index}`)
const sample: Scope = { share: 'drawn', seed: 'a', changed: new Set(['packages/x/y.ts']) }

test('draws about one in eight', () => {
  const drawn = names.filter((name) => isDrawn(name, sample)).length
  expect(drawn).toBeGreaterThan(100)
  expect(drawn).toBeLessThan(200)
})

test('draws the same names for the same seed and others for another', () => {
  const drawn = (seed: string) => names.filter((name) => isDrawn(name, { seed }))
  expect(drawn('a')).toEqual(drawn('a'))
  expect(drawn('a')).not.toEqual(drawn('b'))
})

test('takes what changed, whatever the draw', () => {
  const left = names.filter((name) => !isDrawn(name, sample))
  expect(left.every((name) => isInScope(name, ['packages/x/y.ts'], sample))).toBe(true)
  expect(left.some((name) => isInScope(name, ['packages/x/z.ts'], sample))).toBe(false)
})

test('takes everything in a run of everything', () => {
  const everything: Scope = { ...sample, share: 'all' }
  expect(names.every((name) => isInScope(name, [], everything))).toBe(true)
})

test('takes only what changed in a run of what changed', () => {
  const changed: Scope = { ...sample, share: 'changed' }
  expect(names.some((name) => isInScope(name, [], changed))).toBe(false)
  expect(isInScope('GET /', ['packages/x/y.ts'], changed)).toBe(true)
})
