import { endpoint } from '@signet/contract/kit/endpoint'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { createApp } from '../app.ts'
import type { Route } from '../kit/routes.ts'

/* Guard: the pipeline sends what the schema made of an answer. Row 5 of the list of attacks. */

const Shown = z.object({ shown: z.string() })

const read = endpoint({
  method: 'GET',
  path: '/api/web/v1/answers',
  actor: 'public',
  answer: Shown.extend({ inner: Shown, list: z.array(Shown), either: z.union([Shown, z.null()]) }),
  errors: [],
  audit: null,
  limit: 'read',
  summary: 'Answers with more than its schema names',
})

const row = { shown: 'yes', secret: 'canary' }
const route: Route = {
  name: 'read',
  endpoint: read,
  handle: () => ({ ...row, inner: row, list: [row, row], either: row }),
}

let test: TestApp
let app: Awaited<ReturnType<typeof createApp>>
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  app = await createApp(test.platform, { extraRoutes: [route] })
})
afterAll(async () => {
  await app.close()
  await test.close()
})

describe('an answer', () => {
  it('holds what its schema names and nothing else, however deep it stands', {
    meta: { covers: ['S5'] },
  }, async () => {
    const { host } = new URL(test.tenant.publicUrl)
    const answer = await app.inject({ url: read.path, headers: { host } })
    const shown = { shown: 'yes' }
    expect(answer.json()).toEqual({ ...shown, inner: shown, list: [shown, shown], either: shown })
  })
})
