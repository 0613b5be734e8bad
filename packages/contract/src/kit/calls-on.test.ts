import { adminEntityTypes, providerEntityTypes } from '@signet/rules/permissions'
import { describe, expect, it } from 'vitest'
import { callsOn } from './calls-on.ts'

const actorsOn = (entity: Parameters<typeof callsOn>[0]) => {
  const { view, add, edit, remove } = callsOn(entity)
  return [...new Set([view, add, edit, remove].map(({ actor }) => actor))]
}

describe('the calls on an entity', () => {
  it.each(providerEntityTypes)('are those of a provider on %s', (entity) => {
    expect(actorsOn(entity)).toEqual(['provider'])
  })

  it.each(adminEntityTypes)('are those of an administrator on %s', (entity) => {
    expect(actorsOn(entity)).toEqual(['admin'])
  })
})
