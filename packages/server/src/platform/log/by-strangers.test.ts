import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createLog } from '../log.ts'
import { logByStranger } from './by-strangers.ts'

let lines: Record<string, unknown>[]
const log = createLog({
  level: 'info',
  destination: { write: (line) => void lines.push(JSON.parse(line)) },
})

beforeEach(() => {
  lines = []
  vi.useFakeTimers()
})
afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
})

const said = (tenantId: string, message: string, times: number) => {
  for (let each = 0; each < times; each += 1) {
    logByStranger(log, { tenantId, level: 'info', message, fields: { each } })
  }
}

it('writes five lines of a kind and tenant in a minute, and then how many were left out', () => {
  said('a', 'refused', 1200)
  said('b', 'refused', 1)
  expect(lines).toHaveLength(6)
  vi.advanceTimersByTime(60_000)
  expect(lines).toHaveLength(7)
  expect(lines[6]).toMatchObject({ msg: 'lines left out', of: 'refused', leftOut: 1195 })
  said('a', 'refused', 1)
  expect(lines).toHaveLength(8)
})

it('writes thirty lines of a tenant and three hundred of all in a minute', () => {
  for (let kind = 0; kind < 20; kind += 1) said('a', `kind ${kind}`, 5)
  expect(lines).toHaveLength(30)
  for (let tenant = 0; tenant < 400; tenant += 1) said(`t${tenant}`, 'refused', 1)
  expect(lines).toHaveLength(300)
})
