import { needsOf } from '@signet/contract/kit/endpoint'
import { entityTypes, waitingTypes } from '@signet/rules/permissions'
import { expect, it } from 'vitest'
import { allRoutes } from './areas.ts'

it('every entity type is asked for by an endpoint, or waits by name for the first one', () => {
  const used = new Set(allRoutes.flatMap(({ endpoint }) => needsOf(endpoint).map(([type]) => type)))
  const waiting = new Set(Object.keys(waitingTypes))
  expect(entityTypes.filter((type) => !used.has(type) && !waiting.has(type))).toEqual([])
  expect(entityTypes.filter((type) => used.has(type) && waiting.has(type))).toEqual([])
})
