/** One line of JSON an event: never a command, nor what a card answered. */
export type Log = (event: string, details?: Readonly<Record<string, unknown>>) => void

export const stdoutLog: Log = (event, details = {}) => {
  process.stdout.write(`${JSON.stringify({ time: new Date().toISOString(), event, ...details })}\n`)
}

export const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

/** Says what it says again and again once, until something else is said. */
export const once = (log: Log): Log => {
  let last = ''
  return (event, details = {}) => {
    const said = JSON.stringify([event, details])
    if (said !== last) log(event, details)
    last = said
  }
}
