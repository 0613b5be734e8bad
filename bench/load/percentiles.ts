export interface Latency {
  readonly p50: number
  readonly p95: number
  readonly p99: number
}

/** Nearest rank: the smallest value that at least this share of all values does not pass. */
export const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0

/** Milliseconds at or under which half, 95 % and 99 % of the values lie. */
export const latencyOf = (millis: readonly number[]): Latency => {
  const sorted = millis.toSorted((a, b) => a - b)
  return { p50: quantile(sorted, 0.5), p95: quantile(sorted, 0.95), p99: quantile(sorted, 0.99) }
}
