import { expect, it } from 'vitest'
import { isDestructive } from './send-call.ts'

it.each([
  ['DELETE', 'signOutEverywhere', true],
  ['POST', 'deleteUsers', true],
  ['PUT', 'regenerateAdminApiSecret', true],
  ['PUT', 'unassignGrid', true],
  ['POST', 'createUser', false],
  ['PUT', 'endorseUser', false],
  ['GET', 'resetSubscriberTheme', false],
] as const)('%s %s is asked about first: %s', (method, id, isAsked) => {
  expect(isDestructive({ method, id })).toBe(isAsked)
})
