import { expect, it } from 'vitest'
import { createLimitedCallers } from './limited-callers.ts'

const now = new Date('2026-12-01T09:00:00.000Z')

it.each([
  ['198.51.100.7', '198.51.100.0/24'],
  ['oidc 198.51.100.7', '198.51.100.0/24'],
  ['20010db800070001', '2001:db8:7::/48'],
  ['saml 20010db8000700/56', '2001:db8:7::/48'],
  ['20010db80000/48', '2001:db8:0::/48'],
  ['unknown', ''],
])('the address %j is shown as %j', (name, shown) => {
  const callers = createLimitedCallers(() => now)
  callers.note({ tenantId: 'one', subject: 'ADDRESS', name }, 'guess')
  expect(callers.drain()).toEqual([
    [
      'one',
      [
        {
          limitClass: 'guess',
          subject: 'ADDRESS',
          caller: shown,
          count: 1,
          firstAt: now,
          lastAt: now,
        },
      ],
    ],
  ])
  expect(callers.drain()).toEqual([])
})

it('strangers leave room for users, and none for the pages of no tenant', () => {
  const callers = createLimitedCallers(() => now)
  for (let each = 0; each < 200; each += 1) {
    callers.note({ tenantId: 'one', subject: 'ADDRESS', name: `10.0.${each}.1` }, 'read')
  }
  callers.note({ tenantId: 'one', subject: 'USER', name: 'ann' }, 'read')
  callers.note({ tenantId: null, subject: 'ADDRESS', name: '10.0.0.1' }, 'file')
  const [[tenantId, noted = []] = ['', []], ...more] = callers.drain()
  expect([tenantId, more]).toEqual(['one', []])
  expect(noted).toHaveLength(52)
  expect(noted.find(({ subject, caller }) => subject === 'ADDRESS' && caller === '')?.count).toBe(
    150,
  )
  expect(noted.find(({ subject }) => subject === 'USER')?.count).toBe(1)
})
