/** One line of JSON an event: never a password, a code or a secret. */
export type Log = (event: string, details?: Readonly<Record<string, unknown>>) => void

export const stdoutLog: Log = (event, details = {}) => {
  const line = { time: new Date().toISOString(), event, ...details }
  process.stdout.write(`${JSON.stringify(line)}\n`)
}

/** Says the same thing once a minute, with how often it happened: a flood must not fill the disk. */
export const seldom = (log: Log, now: () => number = Date.now) => {
  const known = new Map<string, { at: number; count: number }>()
  return (event: string, details: Readonly<Record<string, unknown>> = {}): void => {
    const key = `${event} ${JSON.stringify(details)}`
    const entry = known.get(key)
    if (entry !== undefined && now() - entry.at < 60_000) {
      entry.count += 1
      return
    }
    if (known.size > 1000) known.clear()
    log(event, entry === undefined ? details : { ...details, times: entry.count + 1 })
    known.set(key, { at: now(), count: 0 })
  }
}
