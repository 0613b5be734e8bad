import { expect, it } from 'vitest'
import { algorithms, unassignedBy } from './tokens.queries.ts'

it('the inventory is filtered by every algorithm that is imported', () => {
  const by = (algorithm: string) =>
    unassignedBy({ search: '', sort: null, filters: { algorithm }, cursor: null, limit: 50 })
  expect(algorithms.toSorted()).toEqual(['AT', 'OATH_HOTP', 'OATH_OCRA', 'OATH_TOTP', 'VENDOR'])
  expect(algorithms.map((one) => by(one).algorithmType)).toEqual(algorithms)
  expect(by('other').algorithmType).toBeUndefined()
})
