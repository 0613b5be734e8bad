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

const patternOf = (path: string): string => path.replaceAll(/:[\w.]+/g, ':')
const readable = new Set(
  allRoutes
    .filter(({ endpoint }) => endpoint.method === 'GET')
    .map(({ endpoint }) => patternOf(endpoint.path)),
)

/** Calls that the specification lists, which fixes their answer: 200 without `Location`. */
const specified: readonly string[] = [
  '/api/web/v1/acrs',
  '/api/web/v1/applications/adminapi',
  '/api/web/v1/applications/authapi',
  '/api/web/v1/applications/idg',
  '/api/web/v1/applications/issuanceapi',
  '/api/web/v1/applications/oidc',
  '/api/web/v1/applications/radius',
  '/api/web/v1/applications/saml',
  '/api/web/v1/applications/siem',
  '/api/web/v1/applications/siem/syslog',
  '/api/web/v1/groups',
  '/api/web/v1/identityproviders/oidc',
  '/api/web/v1/identityproviders/saml',
  '/api/web/v1/mobileFlashPass',
  '/api/web/v1/oauthroles',
  '/api/web/v1/organizations',
  '/api/web/v1/passthrough',
  '/api/web/v1/print',
  '/api/web/v1/printers',
  '/api/web/v1/reports',
  '/api/web/v1/resourceserverapis',
  '/api/web/v1/resourceserverscopes',
  '/api/web/v1/settings/grouppolicy',
  '/api/web/v1/settings/riskengine',
  '/api/web/v1/settings/transaction/items',
  '/api/web/v1/settings/transaction/rules',
  '/api/web/v1/tasks/scheduled',
  '/api/web/v1/userattributes',
  '/api/web/v1/webhooks',
  '/api/web/v2/authenticationflows',
  '/api/web/v2/resourcerules',
  '/api/web/v3/users',
]

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
    const wrong = created.filter(
      ({ endpoint }) => !readable.has(patternOf(String(endpoint.location))),
    )
    expect(wrong.map(({ name }) => name)).toEqual([])
  })

  it('names one wherever a call reads what it creates, unless its answer is specified', () => {
    const isCreation = ({ endpoint }: (typeof allRoutes)[number]): boolean =>
      endpoint.method === 'POST' &&
      endpoint.needs?.[1] === 'ADD' &&
      readable.has(`${patternOf(endpoint.path)}/:`) &&
      // Each kind of bulk operation has calls of the same form, all of them specified.
      !endpoint.path.startsWith('/api/web/v1/bulkoperations/')
    const silent = allRoutes
      .filter(isCreation)
      .filter(({ endpoint }) => endpoint.location === undefined)
    expect(silent.map(({ endpoint }) => endpoint.path).toSorted()).toEqual(specified)
  })
})
