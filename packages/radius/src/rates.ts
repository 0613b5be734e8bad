/** Whether a client may ask once more now; a second's worth may come at once. */
export const createRates = (now: () => number = Date.now) => {
  const buckets = new Map<string, { tokens: number; at: number }>()
  return (client: { readonly id: string; readonly requestsPerSecond: number }): boolean => {
    const { id, requestsPerSecond: most } = client
    const bucket = buckets.get(id) ?? { tokens: most, at: now() }
    const tokens = Math.min(most, bucket.tokens + ((now() - bucket.at) * most) / 1000)
    const isWithin = tokens >= 1
    buckets.set(id, { tokens: isWithin ? tokens - 1 : tokens, at: now() })
    return isWithin
  }
}
