import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createOutage } from './outage.ts'
import { CannotWrite, DatabaseUnreachable } from './sql-errors.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

const quietLog = { error: () => {}, warn: () => {} }

it('lasts until a change succeeds where changes fail, however many reads are answered', () => {
  const outage = createOutage(quietLog)
  outage.failed(new CannotWrite('read-only'))
  vi.advanceTimersByTime(3_600_000)
  outage.answered()
  expect(outage.takesChanges).toBe(false)
  expect(() => outage.expectWritable()).toThrow('read-only')
  outage.changed()
  expect(outage.takesChanges).toBe(true)
  expect(() => outage.expectWritable()).not.toThrow()
})

it('lasts a while after a change has succeeded, for a disk that is nearly full', () => {
  const outage = createOutage(quietLog)
  outage.failed(new CannotWrite('disk full'))
  vi.advanceTimersByTime(5000)
  outage.changed()
  expect(outage.takesChanges).toBe(false)
})

it('ends with an answer where the database was not reached', () => {
  const lines: string[] = []
  const outage = createOutage({ ...quietLog, warn: (_, message) => void lines.push(message) })
  outage.failed(new DatabaseUnreachable('gone'))
  vi.advanceTimersByTime(2000)
  outage.answered()
  expect(lines).toEqual(['the database is back in service'])
})
