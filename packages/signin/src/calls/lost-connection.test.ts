import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { checkConnection, connectionLost, followConnection, loadPart } from './lost-connection.ts'

const failed = () => new TypeError('Failed to fetch dynamically imported module: /a.js')

let isThere: boolean
let stop: () => void

beforeEach(() => {
  vi.useFakeTimers()
  isThere = true
  stop = followConnection(async () => isThere)
})

afterEach(() => {
  stop()
  vi.useRealTimers()
})

describe('the connection of the sign-in pages', () => {
  it('is lost where the service does not answer, and is back by itself', async () => {
    isThere = false
    expect(await checkConnection()).toBe(false)
    expect(connectionLost.get()).toBe(true)
    isThere = true
    await vi.advanceTimersByTimeAsync(2000)
    expect(connectionLost.get()).toBe(false)
  })

  it('is not lost by a call that got no answer where the service answers', async () => {
    expect(await checkConnection()).toBe(true)
    expect(connectionLost.get()).toBe(false)
  })
})

describe('a part of the pages', () => {
  it('is asked for once more', async () => {
    const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(failed())
    load.mockResolvedValue('step')
    expect(await loadPart(load)).toBe('step')
  })

  it('waits for the connection', async () => {
    isThere = false
    const load = vi.fn<() => Promise<string>>().mockRejectedValue(failed())
    const part = loadPart(load)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(load).toHaveBeenCalledTimes(2)
    load.mockResolvedValue('step')
    isThere = true
    await vi.advanceTimersByTimeAsync(2000)
    expect(await part).toBe('step')
  })

  it('that the service does not have is a failure', async () => {
    const load = vi.fn<() => Promise<string>>().mockRejectedValue(failed())
    await expect(loadPart(load)).rejects.toThrow('dynamically imported module')
    expect(load).toHaveBeenCalledTimes(2)
  })
})
