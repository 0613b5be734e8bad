import { createServer, type Server } from 'node:http'

interface RequestSample {
  /** The route's template; null for a request that met no route. */
  readonly route: string | null
  readonly method: string
  readonly status: number
  readonly seconds: number
}

export type Labels = Readonly<Record<string, readonly string[]>>

/** Counts with closed sets of label values: a value outside its set counts as `other`. */
export interface Metrics {
  request(sample: RequestSample): void
  /** A count that only grows. */
  counter<L extends Labels>(
    name: string,
    help: string,
    labels: L,
  ): (values: { readonly [K in keyof L]: string }, by?: number) => void
  /** A value read when the page is asked for. */
  gauge(name: string, help: string, read: () => number): void
  /** The page in the Prometheus text format. */
  page(): Promise<{ readonly contentType: string; readonly body: string }>
}

/** Where nobody asks for the page, nothing is counted and no library loaded for it. */
export const noMetrics: Metrics = {
  request() {},
  counter: () => () => {},
  gauge() {},
  page: async () => ({ contentType: 'text/plain', body: '' }),
}

/** Serves `/metrics` alone, on a port of its own; the caller listens and closes. */
export const metricsServer = (metrics: Metrics): Server =>
  createServer((request, response) => {
    if (request.method !== 'GET' || request.url?.split('?', 1)[0] !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    metrics.page().then(
      ({ contentType, body }) => response.writeHead(200, { 'Content-Type': contentType }).end(body),
      () => response.writeHead(500).end(),
    )
  })
