import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pathOf } from '../../testing/call.ts'
import { exampleOf } from '../../testing/example-value.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { allRoutes } from '../app/areas.ts'

/*
 * Guard: who may call is declared on the endpoint and asked where it is mounted, never by matching
 * paths. A path spelled otherwise meets the same endpoint or none.
 */

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

const spellings = (path: string): string[] => [
  `${path}/`,
  `/${path}`,
  path.replace('/api/', '/API/'),
  path.replace('/api/', '/x/../api/'),
  path.replace('/api/', '/%61pi/'),
  path.replace('/api/', '/api/./'),
  path.replace('/api/', '/api//'),
  path.replace('/web/', '/%2e%2e/api/web/'),
  path.replace('/web/', '%2fweb/'),
  path.replace('/web/', '\\web\\'),
  `${path};session=1`,
  `${path}.json`,
  `${path}%00`,
  `${path}?public=true`,
  `${path}#public`,
  `/api/web/v1/subscribers/get/..%2f..%2f..${path}`,
]

describe('a guarded path, however it is spelled,', () => {
  const guarded = allRoutes.filter(({ endpoint }) => endpoint.actor !== 'public')

  it('opens nothing without a session', { meta: { covers: ['S36'] } }, async () => {
    const { host } = new URL(test.tenant.publicUrl)
    for (const { endpoint } of guarded) {
      const path = pathOf(endpoint, endpoint.params === undefined ? {} : exampleOf(endpoint.params))
      for (const url of spellings(path)) {
        const { statusCode } = await test.app.inject({
          method: endpoint.method,
          url,
          headers: {
            host,
            'x-original-url': '/health/live',
            'x-rewrite-url': '/health/live',
            'x-http-method-override': 'GET',
          },
        })
        expect([400, 401, 404, 405], `${endpoint.method} ${url}`).toContain(statusCode)
      }
    }
  })
})
