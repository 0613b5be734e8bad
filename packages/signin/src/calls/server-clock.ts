/** Milliseconds by which the server's clock is ahead of the visitor's, from the last answer. */
let aheadMs = 0

export const readServerClock = (headers: Headers): void => {
  const told = Date.parse(headers.get('Date') ?? '')
  // The header has whole seconds, cut off: the middle of one is nearest.
  if (Number.isFinite(told)) aheadMs = told + 500 - Date.now()
}

/** An instant of the server's on the visitor's clock (epoch ms). */
export const localTime = (instant: string): number => Date.parse(instant) - aheadMs
