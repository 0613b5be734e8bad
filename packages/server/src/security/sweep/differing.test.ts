import { expect, it } from 'vitest'
import { differing } from './differing.ts'

it.each<[string, unknown, unknown, unknown, string[]]>([
  ['a value', { name: 'a' }, { name: 'a' }, { name: 'b' }, ['/name']],
  ['an item more', { ids: [1] }, { ids: [1] }, { ids: [1, 2] }, ['/ids/1']],
  [
    'what is gone',
    { status: 200, a: 1 },
    { status: 200, a: 1 },
    { status: 404 },
    ['/status', '/a'],
  ],
])('finds %s', (_what, first, second, third, places) => {
  expect(differing(first, second, third)).toEqual(places)
})

it.each<[string, unknown, unknown, unknown]>([
  ['what stays', { name: 'a' }, { name: 'a' }, { name: 'a' }],
  ['what is never twice the same', { token: 'a' }, { token: 'b' }, { token: 'c' }],
  ['a version', { version: 1, updatedAt: '1' }, { version: 1, updatedAt: '1' }, { version: 2 }],
])('does not find %s', (_what, first, second, third) => {
  expect(differing(first, second, third)).toEqual([])
})
