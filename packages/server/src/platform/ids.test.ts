import { expect, it, vi } from 'vitest'
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

it('gives ids of version 7 that sort as they were made, many in a millisecond too', () => {
  const ids = Array.from({ length: 20_000 }, () => systemIds.uuid())
  for (const id of ids)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-/)
  expect(ids.toSorted()).toEqual(ids)
  expect(new Set(ids).size).toBe(ids.length)
})

it('gives later ids after the clock was set back a little, and follows it when it was set back far', () => {
  const millisOf = (id: string) => Number.parseInt(id.replace('-', '').slice(0, 12), 16)
  const ahead = Date.now() + 3_600_000
  vi.useFakeTimers({ toFake: ['Date'], now: ahead })
  try {
    const first = systemIds.uuid()
    vi.setSystemTime(ahead - 10_000)
    const second = systemIds.uuid()
    vi.setSystemTime(ahead - 10_001)
    const third = systemIds.uuid()
    expect(millisOf(first)).toBe(ahead)
    expect(second > first).toBe(true)
    expect(millisOf(second)).toBe(ahead)
    expect(millisOf(third)).toBe(ahead - 10_001)
  } finally {
    vi.useRealTimers()
  }
})
