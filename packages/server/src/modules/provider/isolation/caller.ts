import type { Canary } from './canaries.ts'
import { signIn } from './canaries.ts'

/** One request, as a caller of the service sends it. */
interface Sent {
  readonly method: string
  readonly url: string
  readonly host: string
  readonly token: string | null
  readonly address: string
  /** Beside what is always sent: cookies, credentials of an application. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly body?: { readonly type: string; readonly text: string } | undefined
}

export interface Received {
  readonly status: number
  readonly text: string
  /** Where a browser is led. */
  readonly location?: string
  /** Of a caller who has met a limit. */
  readonly retryAfterSeconds: number
}

/** Sends a request through the whole pipeline of this node. */
export type Dispatch = (sent: Sent) => Promise<Received>

export interface Pace {
  /** Rest after each request: there is one at a time. */
  readonly pauseMillis: number
  /** How long an answer is waited for. */
  readonly answerMillis: number
  readonly wait: (millis: number) => Promise<void>
}

/** What is asked, apart from who asks. */
export type Asked = Pick<Sent, 'method' | 'url' | 'headers' | 'body'>

const mostTries = 4
const longestRestSeconds = 60
const networks = 64

/** Addresses for documentation (RFC 3849), of as many networks: callers of this node share no limit with them. */
const addressAt = (count: number): string => `2001:db8:0:${(count % networks).toString(16)}::1`

/** Sends requests one after the other, and counts them. */
export class Sender {
  requests = 0
  readonly #dispatch: Dispatch
  readonly #pace: Pace

  constructor(dispatch: Dispatch, pace: Pace) {
    this.#dispatch = dispatch
    this.#pace = pace
  }

  /** Null when no answer came in time. */
  async send(asked: Asked, from: Pick<Sent, 'host' | 'token'>): Promise<Received | null> {
    let received: Received | null = null
    for (let tries = 0; tries < mostTries; tries += 1) {
      received = await this.#once({ ...asked, ...from, address: addressAt(this.requests) })
      await this.#pace.wait(this.#pace.pauseMillis)
      if (received?.status !== 429) return received
      await this.#pace.wait(Math.min(received.retryAfterSeconds, longestRestSeconds) * 1000)
    }
    return received
  }

  async #once(sent: Sent): Promise<Received | null> {
    this.requests += 1
    const { promise, resolve } = Promise.withResolvers<null>()
    const timer = setTimeout(() => resolve(null), this.#pace.answerMillis)
    try {
      return await Promise.race([this.#dispatch(sent), promise])
    } finally {
      clearTimeout(timer)
    }
  }
}

/** The administrators of a canary, who take turns. */
export class Caller {
  readonly canary: Canary
  readonly #sender: Sender
  #tokens: readonly string[] = []
  #cookie = ''
  #turn = 0

  constructor(canary: Canary, sender: Sender) {
    this.canary = canary
    this.#sender = sender
  }

  token(): string {
    this.#turn += 1
    const token = this.#tokens[this.#turn % this.#tokens.length]
    if (token === undefined) throw new Error('no administrator is signed in to the canary tenant')
    return token
  }

  /** The header of a browser in which one of them is signed in. */
  cookie(): string {
    return this.#cookie
  }

  async signIn(): Promise<void> {
    const { tokens, cookie } = await signIn(this.canary)
    this.#tokens = tokens
    this.#cookie = cookie
  }

  /** Where the session was ended by a call before, the call is made with a new one. */
  async call(asked: Asked): Promise<Received | null> {
    const { host } = this.canary
    const received = await this.#sender.send(asked, { host, token: this.token() })
    if (received?.status !== 401) return received
    await this.signIn()
    return this.#sender.send(asked, { host, token: this.token() })
  }
}
