import type { Server } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import { createMetrics } from './metrics/registry.ts'
import { metricsServer } from './metrics.ts'

const pageOf = async (fill: (metrics: ReturnType<typeof createMetrics>) => void) => {
  const metrics = createMetrics()
  fill(metrics)
  return (await metrics.page()).body
}

const request = { route: '/api/web/v1/users/:id', method: 'GET', status: 204, seconds: 0.003 }

describe('the metrics', () => {
  test('count requests by route template, method and status class', async () => {
    const page = await pageOf((metrics) => metrics.request(request))
    expect(page).toContain(
      'signet_http_request_seconds_count{route="/api/web/v1/users/:id",method="GET",status="2xx"} 1',
    )
  })

  test('take nothing a caller invents as a label', async () => {
    const page = await pageOf((metrics) => {
      for (let index = 0; index < 100; index += 1) {
        metrics.request({ ...request, route: null, method: `M${index}`, status: 600 + index })
      }
    })
    const labels = page.match(/signet_http_request_seconds_count\{[^}]*\}/g)
    expect(labels).toEqual([
      'signet_http_request_seconds_count{route="none",method="other",status="other"}',
    ])
  })

  test('keep label values within their declared set', async () => {
    const page = await pageOf((metrics) => {
      const jobs = metrics.counter('jobs_total', 'Jobs.', { outcome: ['done', 'failed'] })
      jobs({ outcome: 'done' })
      jobs({ outcome: 'evil"} 1' })
    })
    expect(page).toContain('jobs_total{outcome="done"} 1')
    expect(page).toContain('jobs_total{outcome="other"} 1')
    expect(page).not.toContain('evil')
  })

  test('read a gauge when the page is asked for', async () => {
    let waiting = 1
    const metrics = createMetrics()
    metrics.gauge('waiting', 'Waiting hashes.', () => waiting)
    waiting = 7
    expect((await metrics.page()).body).toContain('waiting 7')
  })

  test('have a registry of their own', async () => {
    await pageOf((metrics) => metrics.request(request))
    expect(await pageOf(() => {})).not.toContain('users')
  })
})

describe('the metrics server', () => {
  let server: Server
  afterEach(() => server.close())

  const listen = () =>
    new Promise<string>((resolve) => {
      server = metricsServer(createMetrics())
      server.listen(0, '127.0.0.1', () => {
        const bound = server.address()
        resolve(`http://127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}`)
      })
    })

  test('answers /metrics and nothing else', async () => {
    const url = await listen()
    const page = await fetch(`${url}/metrics`)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('process_cpu_seconds_total')
    expect((await fetch(`${url}/`)).status).toBe(404)
    expect((await fetch(`${url}/metrics`, { method: 'POST' })).status).toBe(404)
  })
})
