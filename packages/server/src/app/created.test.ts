import { createIpList } from '@signet/contract/access/ip-lists'
import { createGroup } from '@signet/contract/identity/groups'
import { createSiteRole } from '@signet/contract/identity/roles'
import { createKbaQuestion } from '@signet/contract/settings/kba-questions'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin } from '../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { allRoutes } from './areas.ts'

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp()
  as = (await buildAdmin(test.ctx)).token
})
afterAll(() => test.close())

const read = async (location: unknown) => {
  const { host } = new URL(test.ctx.tenant.publicUrl)
  const headers = { host, authorization: `Bearer ${as}` }
  const answer = await test.app.inject({ method: 'GET', url: String(location), headers })
  return { status: answer.statusCode, body: JSON.parse(answer.body) }
}

describe('a call that creates', () => {
  it.each([
    ['an IP list', createIpList, {}, { name: 'Office', addresses: ['192.0.2.0/24'] }],
    ['a role', createSiteRole, {}, { name: 'Created', permissions: [] }],
    [
      'a question of a language',
      createKbaQuestion,
      { locale: 'de' },
      { question: 'Wie hieß der Hund?' },
    ],
  ] as const)(
    '%s answers 201 with the URL at which it is read',
    async (_what, endpoint, params, body) => {
      const made = await test.call(endpoint, { as, params, body })
      expect(made.status, made.text).toBe(201)
      const found = await read(made.headers['location'])
      expect([found.status, found.body.id]).toEqual([200, made.body['id']])
    },
  )

  it('answers 200 without one where the specification lists the call', async () => {
    const made = await test.call(createGroup, { as, body: { name: 'As specified' } })
    expect([made.status, made.headers['location']]).toEqual([200, undefined])
  })

  it('names a path of the API that is read by GET', () => {
    const created = allRoutes.filter(({ endpoint }) => endpoint.location !== undefined)
    expect(created.length).toBeGreaterThan(15)
    const readable = new Set(
      allRoutes
        .filter(({ endpoint }) => endpoint.method === 'GET')
        .map(({ endpoint }) => endpoint.path.replaceAll(/:[\w.]+/g, ':')),
    )
    const wrong = created.filter(
      ({ endpoint }) => !readable.has(String(endpoint.location).replaceAll(/:[\w.]+/g, ':')),
    )
    expect(wrong.map(({ name }) => name)).toEqual([])
  })
})
