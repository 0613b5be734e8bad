import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { createLog } from '../platform/log.ts'
import { createMetrics } from '../platform/metrics/registry.ts'
import { createClockCheck } from './clock-check.ts'

/* Guards: the comparison of clock-check.ts; a node an hour off used to go on without a word. */

let base: TestApp
beforeAll(async () => {
  base = await startTestApp()
})
afterAll(() => base.close())

test.each([
  [3_600_000, 3600],
  [-3_600_000, -3600],
  [90_000, 90],
  [-90_000, -90],
  [1900, 1.9],
  [0, 0],
])('a clock %i ms off is measured, and warned of above two seconds', async (ahead, seconds) => {
  const lines: { msg: string; aheadSeconds: number }[] = []
  const destination = { write: (line: string) => void lines.push(JSON.parse(line)) }
  const log = createLog({ level: 'warn', destination })
  const metrics = createMetrics()
  const clock = { now: () => new Date(Date.now() + ahead) }
  await createClockCheck({ ...base.platform, log, metrics, clock })()
  expect(lines).toHaveLength(Math.abs(ahead) > 2000 ? 1 : 0)
  const page = (await metrics.page()).body
  const shown = Number(/^signet_clock_offset_seconds (\S+)$/m.exec(page)?.[1])
  // What the answer took, on a busy machine, is left out of the offset.
  const longestWay = 60
  expect(Math.abs(shown)).toBeLessThanOrEqual(Math.abs(seconds) + 0.1)
  expect(Math.abs(shown)).toBeGreaterThanOrEqual(Math.abs(seconds) - longestWay)
})

test('each check warns while the clock is off, and one says when it agrees again', async () => {
  const lines: { msg: string }[] = []
  const destination = { write: (line: string) => void lines.push(JSON.parse(line)) }
  const log = createLog({ level: 'info', destination })
  let ahead = 600_000
  const clock = { now: () => new Date(Date.now() + ahead) }
  const check = createClockCheck({ ...base.platform, log, metrics: createMetrics(), clock })
  await check()
  await check()
  ahead = 0
  await check()
  await check()
  expect(lines.map(({ msg }) => msg)).toEqual([
    'the clock of this node differs from the clock of the database: synchronize both',
    'the clock of this node differs from the clock of the database: synchronize both',
    'the clock of this node agrees with the database again',
  ])
})
