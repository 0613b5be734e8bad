import { expect, it } from 'vitest'
import { systemIds } from './ids.ts'

it('gives random bytes that nothing else gets or changes', () => {
  const given = Array.from({ length: 1000 }, (_, at) => systemIds.random(1 + (at % 100)))
  const before = given.map((bytes) => bytes.toString('hex'))
  for (let more = 0; more < 1000; more += 1) systemIds.uuid()
  expect(given.map((bytes) => bytes.toString('hex'))).toEqual(before)
  const long = before.filter((hex) => hex.length >= 32)
  expect(new Set(long).size).toBe(long.length)
  expect(given.map(({ length }) => length)).toEqual(given.map((_, at) => 1 + (at % 100)))
})

it('gives ids of version 7 that are apart and sorted by time', async () => {
  const first = Array.from({ length: 1000 }, () => systemIds.uuid())
  expect(new Set(first).size).toBe(1000)
  for (const id of first)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-/)
  await new Promise((resolve) => setTimeout(resolve, 2))
  expect(systemIds.uuid() > (first.toSorted().at(-1) ?? '')).toBe(true)
})
