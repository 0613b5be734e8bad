import { afterEach, expect, it, vi } from 'vitest'
import { ChunkTimeout, loadChunk } from './chunk.ts'

afterEach(() => vi.useRealTimers())

it('a part of the page that does not come in 120 s is given up', {
  meta: { covers: ['shell.chunk-timeout', 'constant:script.chunk-load-timeout'] },
}, async () => {
  vi.useFakeTimers()
  const outcome = loadChunk(() => new Promise(() => undefined)).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(119_999)
  const early = await Promise.race([outcome, Promise.resolve('still waiting')])
  expect(early).toBe('still waiting')
  await vi.advanceTimersByTimeAsync(1)
  expect(await outcome).toBeInstanceOf(ChunkTimeout)
})

it('a part that comes in time is used', async () => {
  expect(await loadChunk(async () => 'page')).toBe('page')
})
