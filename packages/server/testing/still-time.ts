import { vi } from 'vitest'

/**
 * While it runs, what is kept for a second stays kept: after a first request that reads it, the
 * work of the next is that request's alone.
 */
export const whileTimeStands = async <T>(work: () => Promise<T>): Promise<T> => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const now = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
  try {
    return await work()
  } finally {
    now.mockRestore()
    vi.useRealTimers()
  }
}
