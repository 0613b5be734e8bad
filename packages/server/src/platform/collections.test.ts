import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { millisSince } from '../../testing/cpu-time.ts'
import { longestTurn } from '../../testing/longest-turn.ts'

// Guard: `watchCollections`, without which tests of long turns fail by what other tests keep.

let collect: () => void
/** What a worker keeps that has run many tests. */
const kept: object[] = []
beforeAll(() => {
  setFlagsFromString('--expose-gc')
  collect = runInNewContext('gc')
  for (let at = 0; at < 2_000_000; at += 1) kept.push({ at: [at], text: `row ${at}` })
})

afterAll(() => kept.splice(0))

const spin = (millis: number): void => {
  const before = process.threadCpuUsage()
  while (millisSince(before) < millis);
}

it('a turn is as long as its work, not as collections of the whole heap that fall into it', async () => {
  // The first moves what is new.
  collect()
  const before = process.threadCpuUsage()
  for (let time = 0; time < 3; time += 1) collect()
  const collections = millisSince(before)
  expect(collections).toBeGreaterThan(30)
  expect(await longestTurn(async () => spin(30))).toBeGreaterThanOrEqual(30)
  const turn = await longestTurn(async () => {
    spin(30)
    for (let time = 0; time < 3; time += 1) collect()
  })
  expect(turn).toBeLessThan(30 + collections / 2)
  expect(kept).toHaveLength(2_000_000)
})
