import { createServer, type Server } from 'node:http'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export interface RequestSample {
  /** The route's template; null for a request that met no route. */
  readonly route: string | null
  readonly method: string
  readonly status: number
  readonly seconds: number
}

type Labels = Readonly<Record<string, readonly string[]>>

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

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

const statusClass = (status: number): string =>
  status >= 100 && status < 600 ? `${Math.floor(status / 100)}xx` : 'other'

const boundedTo = (labels: Labels, values: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(labels).map(([name, allowed]) => {
      const value = values[name] ?? 'other'
      return [name, allowed.includes(value) ? value : 'other']
    }),
  )

/** A registry of its own, so that several services may run in one process (tests do). */
export const createMetrics = (): Metrics => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'signet_http_request_seconds',
    help: 'Requests by route template, method and status class.',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  return {
    request({ route, method, status, seconds }) {
      const labels = {
        route: route ?? 'none',
        method: methods.has(method) ? method : 'other',
        status: statusClass(status),
      }
      requests.observe(labels, seconds)
    },
    counter(name, help, labels) {
      const labelNames = Object.keys(labels)
      const counter = new Counter({ name, help, labelNames, registers: [registry] })
      return (values, by = 1) => counter.inc(boundedTo(labels, values), by)
    },
    gauge(name, help, read) {
      const gauge: Gauge = new Gauge({
        name,
        help,
        registers: [registry],
        collect: () => gauge.set(read()),
      })
    },
    page: async () => ({ contentType: registry.contentType, body: await registry.metrics() }),
  }
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
