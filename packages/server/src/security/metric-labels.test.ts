import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

/*
 * Guards: route templates and closed sets in `app/observation.ts` and `platform/metrics.ts`. Row 32
 * of the list of attacks: whoever asks for random addresses must not fill the metrics.
 */

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

/** Ours: those of Node grow with its kinds of resources and collections, which are closed sets. */
const series = async (): Promise<number> =>
  (await test.platform.metrics.page()).body.split('\n').filter((line) => line.startsWith('signet_'))
    .length

const wander = async (times: number): Promise<void> => {
  const { host } = new URL(test.tenant.publicUrl)
  for (let at = 0; at < times; at += 1) {
    const id = crypto.randomUUID()
    for (const url of [
      `/${id}`,
      `/api/web/v3/users/${id}?q=${id}`,
      `/api/oidc/${id}`,
      `/reset/${id}`,
      `/assets/console/${id}`,
    ]) {
      await test.app.inject({ method: 'GET', url, headers: { host, 'user-agent': id } })
    }
    await test.app.inject({ method: 'GET', url: '/', headers: { host: `${id}.example.test` } })
  }
}

describe('metrics', () => {
  it('do not grow with what callers make up', { meta: { covers: ['S32'] } }, async () => {
    await wander(3)
    const before = await series()
    expect(before).toBeGreaterThan(0)
    await wander(40)
    expect(await series()).toBe(before)
  })

  it('name routes by their templates', async () => {
    await wander(1)
    const { body } = await test.platform.metrics.page()
    const routes = [...body.matchAll(/route="([^"]*)"/g)].map(([, route]) => route ?? '')
    expect(routes).toContain('/api/web/v3/users/:id')
    expect(routes.filter((route) => /[0-9a-f]{8}-/.test(route))).toEqual([])
  })
})
