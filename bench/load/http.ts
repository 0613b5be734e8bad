import { type LookupOptions, lookup } from 'node:dns'
import { Pool } from 'undici'

/** Names below localhost lead to this machine (RFC 6761, 6.3); not every resolver knows that. */
const onThisMachine = (
  host: string,
  options: LookupOptions,
  done: (
    error: Error | null,
    address: string | { address: string; family: number }[],
    family?: number,
  ) => void,
): void => {
  if (!host.endsWith('localhost')) return lookup(host, options, done)
  if (options.all === true) return done(null, [{ address: '127.0.0.1', family: 4 }])
  return done(null, '127.0.0.1', 4)
}

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
}

export interface Asked {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export interface Http {
  ask(path: string, asked?: Asked): Promise<Answer>
  close(): Promise<void>
}

export const lanes = 16

/** One keep-alive connection for each lane unless told otherwise. */
export const connect = (url: string, connections = lanes): Http => {
  const pool = new Pool(url, {
    connections,
    pipelining: 1,
    keepAliveTimeout: 60_000,
    connect: { lookup: onThisMachine },
  })
  return {
    async ask(path, { method = 'GET', headers = {}, body = null } = {}) {
      const answer = await pool.request({ path, method, headers: { ...headers }, body })
      return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() }
    },
    close: () => pool.close(),
  }
}

/** The same connections, as seen behind a trusted proxy from this address. */
export const fromAddress = (http: Http, address: string): Http => ({
  ...http,
  ask: (path, asked = {}) =>
    http.ask(path, { ...asked, headers: { ...asked.headers, 'x-forwarded-for': address } }),
})

/** The same connections, as asked for by another name that leads to this machine. */
export const forHost = (http: Http, host: string): Http => ({
  ...http,
  ask: (path, asked = {}) => http.ask(path, { ...asked, headers: { ...asked.headers, host } }),
})

export class UnexpectedStatus extends Error {
  readonly status: number

  constructor(answer: Answer, wanted: number) {
    super(`expected ${wanted}, got ${answer.status}: ${answer.text.slice(0, 500)}`)
    this.status = answer.status
  }
}

/** @throws UnexpectedStatus: a measurement of refusals is none */
export const expectStatus = (answer: Answer, status: number): Answer => {
  if (answer.status !== status) throw new UnexpectedStatus(answer, status)
  return answer
}
