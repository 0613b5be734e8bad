import { expect, it } from 'vitest'
import { canonicalJson } from './audit-rows.ts'

it('gives equal details equal bytes, whatever the order of their fields', () => {
  const at = new Date('2026-03-29T01:30:00Z')
  const one = { b: [1, { d: null, c: 'ü"' }], a: at, left: undefined, '2': true, '10': false }
  const other = { '10': false, a: at, '2': true, b: [1, { c: 'ü"', d: null }] }
  expect(canonicalJson(one)).toBe(canonicalJson(other))
  expect(canonicalJson(one)).toBe(
    '{"10":false,"2":true,"a":"2026-03-29T01:30:00.000Z","b":[1,{"c":"ü\\"","d":null}]}',
  )
  expect(JSON.parse(canonicalJson([undefined, {}, [], '']))).toEqual([null, {}, [], ''])
})
