import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ChunkMissing, ChunkTimeout, isChunkFailure, loadChunk } from './chunk.ts'
import { replaceReload } from './leave.ts'
import { connectionLost, followConnection } from './lost-connection.ts'

const failed = () =>
  new TypeError('Failed to fetch dynamically imported module: https://acme.example.test/a.js')

const settled = <T>(promise: Promise<T>): Promise<unknown> =>
  promise.catch((error: unknown) => error)

let isThere: boolean
let reloads: number
let stop: () => void

beforeEach(() => {
  vi.useFakeTimers()
  isThere = true
  reloads = 0
  replaceReload(() => {
    reloads += 1
  })
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  stop = followConnection(async () => isThere)
})

afterEach(() => {
  stop()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('a part of the page', () => {
  it('that does not come in 120 s is given up', {
    meta: { covers: ['shell.chunk-timeout', 'constant:script.chunk-load-timeout'] },
  }, async () => {
    const outcome = settled(loadChunk(() => new Promise(() => undefined)))
    await vi.advanceTimersByTimeAsync(119_999)
    const early = await Promise.race([outcome, Promise.resolve('still waiting')])
    expect(early).toBe('still waiting')
    await vi.advanceTimersByTimeAsync(1)
    expect(await outcome).toBeInstanceOf(ChunkTimeout)
  })

  it('that comes in time is used', async () => {
    expect(await loadChunk(async () => 'page')).toBe('page')
  })

  it('that fails is asked for once more', async () => {
    const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(failed())
    load.mockResolvedValue('page')
    expect(await loadChunk(load)).toBe('page')
    expect(load).toHaveBeenCalledTimes(2)
  })

  it('waits for the connection, and comes when it is back', async () => {
    isThere = false
    let isServed = false
    const outcome = settled(
      loadChunk(async () => {
        if (!isServed) throw failed()
        return 'page'
      }),
    )
    await vi.advanceTimersByTimeAsync(300_000)
    expect(connectionLost.get()).toBe(true)
    isServed = true
    isThere = true
    await vi.advanceTimersByTimeAsync(15_000)
    expect(await outcome).toBe('page')
    expect(reloads).toBe(0)
  })

  it('that never comes loads the page anew once, and is then told as missing', async () => {
    const never = () => Promise.reject<string>(failed())
    void loadChunk(never)
    await vi.advanceTimersByTimeAsync(0)
    expect(reloads).toBe(1)
    const outcome = await settled(loadChunk(never))
    expect(outcome).toBeInstanceOf(ChunkMissing)
    expect(isChunkFailure(outcome)).toBe(true)
    expect(reloads).toBe(1)
  })

  it('with a fault of its own is not asked for again', async () => {
    const load = vi.fn<() => Promise<string>>().mockRejectedValue(new TypeError('x is undefined'))
    const outcome = await settled(loadChunk(load))
    expect(outcome).toMatchObject({ message: 'x is undefined' })
    expect(isChunkFailure(outcome)).toBe(false)
    expect(load).toHaveBeenCalledTimes(1)
  })
})
