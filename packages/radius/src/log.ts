/** What the agent tells; `docs/operations/radius.md` says what each means. */
type AgentEvent =
  | 'client_too_fast'
  | 'client_unknown'
  | 'configured'
  | 'listening'
  | 'message_authenticator_missing'
  | 'no_decision'
  | 'packet_forged'
  | 'packet_malformed'
  | 'packet_unexpected'
  | 'service_away'
  | 'socket_failed'
  | 'tls_refused'

/** One line of JSON an event: never a password, a code or a secret. */
export type Log = (event: AgentEvent, details?: Readonly<Record<string, unknown>>) => void

export const stdoutLog: Log = (event, details = {}) => {
  const line = { time: new Date().toISOString(), event, ...details }
  process.stdout.write(`${JSON.stringify(line)}\n`)
}

const windowMillis = 60_000
/** Different lines of one event in a minute. */
const mostLines = 5

interface Window {
  readonly at: number
  readonly lines: Set<string>
  leftOut: number
}

/**
 * Says of each kind of event at most five different things in a minute, each once, and then how much
 * was left out: a flood must not fill the disk, whatever addresses its packets claim to be from.
 */
export const seldom = (log: Log, now: () => number = Date.now) => {
  const windows = new Map<AgentEvent, Window>()
  const windowOf = (event: AgentEvent): Window => {
    const known = windows.get(event)
    if (known !== undefined && now() - known.at < windowMillis) return known
    if (known !== undefined && known.leftOut > 0) log(event, { leftOut: known.leftOut })
    const window = { at: now(), lines: new Set<string>(), leftOut: 0 }
    windows.set(event, window)
    return window
  }
  return (event: AgentEvent, details: Readonly<Record<string, unknown>> = {}): void => {
    const window = windowOf(event)
    const line = JSON.stringify(details)
    if (window.lines.has(line) || window.lines.size >= mostLines) {
      window.leftOut += 1
      return
    }
    window.lines.add(line)
    log(event, details)
  }
}
