import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  checkConnection,
  connectionLost,
  followConnection,
  onBack,
  whenBack,
} from './lost-connection.ts'

let isThere: boolean
let asked: number
let stop: () => void

beforeEach(() => {
  vi.useFakeTimers()
  isThere = true
  asked = 0
  stop = followConnection(async () => {
    asked += 1
    return isThere
  })
})

afterEach(() => {
  stop()
  vi.useRealTimers()
})

describe('a connection', () => {
  it('is not lost by one call without an answer, as long as the service answers', async () => {
    const seen = vi.fn<() => void>()
    const leave = connectionLost.subscribe(seen)
    expect(await checkConnection()).toBe(true)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(seen).not.toHaveBeenCalled()
    leave()
  })

  it('is lost when the service does not answer, and is back by itself', {
    meta: { covers: ['shell.offline'] },
  }, async () => {
    const back = vi.fn<() => void>()
    const leave = onBack(back)
    isThere = false
    expect(await checkConnection()).toBe(false)
    expect(connectionLost.get()).toBe(true)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(back).not.toHaveBeenCalled()
    const waited = whenBack()
    isThere = true
    await vi.advanceTimersByTimeAsync(15_000)
    await waited
    expect(connectionLost.get()).toBe(false)
    expect(back).toHaveBeenCalledTimes(1)
    leave()
  })

  it('is asked about ever more seldom, at most every 15 s', async () => {
    isThere = false
    await checkConnection()
    await vi.advanceTimersByTimeAsync(15_000)
    expect(asked).toBeLessThan(8)
    const before = asked
    await vi.advanceTimersByTimeAsync(150_000)
    expect(asked - before).toBeLessThanOrEqual(11)
    expect(asked - before).toBeGreaterThanOrEqual(9)
  })

  it('is lost when the browser says so, and asked about when it says otherwise', async () => {
    isThere = false
    dispatchEvent(new Event('offline'))
    expect(connectionLost.get()).toBe(true)
    await vi.advanceTimersByTimeAsync(60_000)
    isThere = true
    dispatchEvent(new Event('online'))
    await vi.advanceTimersByTimeAsync(0)
    expect(connectionLost.get()).toBe(false)
  })

  it('is not asked about any more when nothing follows it', async () => {
    isThere = false
    await checkConnection()
    stop()
    expect(connectionLost.get()).toBe(false)
    const before = asked
    await vi.advanceTimersByTimeAsync(60_000)
    expect(asked).toBe(before)
  })
})
