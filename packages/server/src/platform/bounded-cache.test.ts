import { expect, it } from 'vitest'
import { boundedCache } from './bounded-cache.ts'

it('keeps the entries used last, and no more than it may', () => {
  const cache = boundedCache<{ readonly at: number }>(100)
  for (let at = 0; at < 1000; at += 1) {
    cache.set(`${at}`, { at })
    cache.get('0')
  }
  expect(cache.size).toBe(100)
  expect(cache.get('0')).toEqual({ at: 0 })
  expect(cache.get('999')).toEqual({ at: 999 })
  expect(cache.get('900')).toBeUndefined()
})

it('forgets an entry whose time is over', async () => {
  const cache = boundedCache<{ readonly at: number }>(100, { ttl: 1 })
  cache.set('a', { at: 1 })
  await expect.poll(() => cache.get('a')).toBeUndefined()
})
