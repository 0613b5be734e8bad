import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Labels, Metrics } from '../metrics.ts'

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
