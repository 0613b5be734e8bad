import { expect, it } from 'vitest'
import { z } from 'zod'
import { callsOn } from './calls-on.ts'
import { endpoint } from './endpoint.ts'

const { view, edit } = callsOn('GROUPS')
const rest = {
  path: '/api/web/v1/gadgets',
  answer: z.string(),
  errors: [],
  summary: 'A gadget',
} as const
const change = { ...edit, ...rest, audit: 'GADGET_UPDATED' } as const

it('wants a reason from a call that changes something without a fresh proof', () => {
  // @ts-expect-error neither sensitive nor ordinary
  const silent = endpoint(change)
  // @ts-expect-error both
  const both = endpoint({ ...change, sensitive: true, ordinary: 'grouping' })
  // @ts-expect-error no kind of work
  const unknown = endpoint({ ...change, ordinary: 'because' })
  // @ts-expect-error it changes nothing
  const reading = endpoint({ ...view, ...rest, ordinary: 'grouping' })
  expect([silent, both, unknown, reading]).toHaveLength(4)

  expect(endpoint({ ...change, ordinary: 'grouping' }).ordinary).toBe('grouping')
  expect(endpoint({ ...change, sensitive: true }).sensitive).toBe(true)
  expect(endpoint({ ...view, ...rest }).audit).toBeNull()
})
