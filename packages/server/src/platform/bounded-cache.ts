import { LRUCache } from 'lru-cache'

interface Options {
  /** Milliseconds after which an entry is not found any more. */
  readonly ttl?: number
  /** An entry past its time stays until it is written again. */
  readonly noDeleteOnStaleGet?: boolean
}

/**
 * The entries used last, at most so many. It takes memory as they come: by `max` the library would
 * take what all of them need at once, which for the caches of a service that nobody uses yet is 5 MB.
 */
export const boundedCache = <T extends object>(
  entries: number,
  options: Options = {},
): LRUCache<string, T> => new LRUCache({ ...options, maxSize: entries, sizeCalculation: () => 1 })
