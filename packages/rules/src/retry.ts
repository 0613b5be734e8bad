/** The retry of calls that were answered with 429. */
export const rateLimitRetry = {
  status: 429,
  /** Three retries after the first attempt; then the last answer is returned as it is. */
  retries: 3,
  header: 'X-Ratelimit-Reset',
  jitterSeconds: 1,
} as const

const headerSeconds = (header: string | null): number | null =>
  header !== null && /^\d{1,9}(?:\.\d{1,3})?$/.test(header.trim()) ? Number(header) : null

/** What the retries wait together where no header names a time. */
const waitedSeconds = 7

/**
 * Whether a 429 may be over before the retries are. What pauses one thing for minutes names them in
 * `Retry-After` alone; a limit of requests names its own time (`rateLimitRetry.header`).
 */
export const isRetryOfUse = (reset: string | null, retryAfter: string | null): boolean =>
  headerSeconds(reset) !== null || (headerSeconds(retryAfter) ?? 0) <= waitedSeconds

/** The authenticate call on supported devices is aborted and sent again. */
export const authenticateRetry = { abortAfterMs: 3000, retries: 100 } as const

/**
 * Seconds to wait before retry 1, 2 or 3: the header's number plus a random fraction, which keeps
 * many clients from coming back at once; without a number in the header 1, 2, 4.
 * `random` gives a number in [0, 1), as Math.random does.
 */
export const retryWaitSeconds = (
  retry: number,
  header: string | null,
  random: () => number,
): number => {
  const reset = headerSeconds(header)
  return reset === null ? 2 ** (retry - 1) : reset + random() * rateLimitRetry.jitterSeconds
}
