import { templates } from '@signet/card/templates'
import { createResourceRule, listResourceRules } from '@signet/contract/access/resource-rules'
import { createOidcApplication } from '@signet/contract/applications/oidc-applications'
import { createSamlApplication } from '@signet/contract/applications/saml-applications'
import { listApplicationInfo } from '@signet/contract/applications/templates'
import { createSiteRole, listRoles } from '@signet/contract/identity/roles'
import {
  createCredentialDesign,
  listCredentialDesigns,
} from '@signet/contract/issuance/credential-designs'
import { createPrinter, listPrinters } from '@signet/contract/issuance/printers'
import type { Endpoint } from '@signet/contract/kit/endpoint'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin } from '../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'

let test: TestApp
let as: string

const names = ['Harbor north', 'HARBOR south', 'Hill']

const makeAll = async (name: string, at: number): Promise<void> => {
  const design = templates.student()
  const redirectUris = ['https://rp.example.test/callback']
  const assertionConsumers = [{ index: 0, url: `https://sp${at}.example.test/acs` }]
  const saml = { name, entityId: `https://sp${at}.example.test`, assertionConsumers }
  const answers = await Promise.all([
    at === 1
      ? test.call(createSamlApplication, { as, body: saml })
      : test.call(createOidcApplication, {
          as,
          body: { name, applicationType: 'OIDC_WEB', redirectUris },
        }),
    test.call(createSiteRole, { as, body: { name, permissions: [] } }),
    test.call(createResourceRule, { as, body: { name, resourceId: 'USER_PORTAL' } }),
    test.call(createPrinter, { as, body: { name, kind: 'SIMULATED' } }),
    test.call(createCredentialDesign, { as, body: { name, design } }),
  ])
  for (const { status, text } of answers) expect([200, 201], text).toContain(status)
}

beforeAll(async () => {
  test = await startTestApp()
  as = (await buildAdmin(test.ctx)).token
  for (const [at, name] of names.entries()) await makeAll(name, at)
})
afterAll(() => test.close())

const lists: readonly (readonly [string, Endpoint])[] = [
  ['applications of every kind', listApplicationInfo],
  ['roles', listRoles],
  ['resource rules', listResourceRules],
  ['printers', listPrinters],
  ['card designs', listCredentialDesigns],
]

const listed = async (
  endpoint: Endpoint,
  query: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<readonly Record<string, unknown>[]> => {
  const { text } = await test.call(endpoint, { as, query, headers })
  return JSON.parse(text)
}
const namesOf = (rows: readonly Record<string, unknown>[]) => rows.map(({ name }) => name)

describe.each(lists)('a list of %s', (_, endpoint) => {
  it('is narrowed to a part of the name, in any case', async () => {
    const found = namesOf(await listed(endpoint, { search: ' harBOR ' }))
    expect(found).toEqual(['Harbor north', 'HARBOR south'])
    expect(namesOf(await listed(endpoint, { search: 'bor s' }))).toEqual(['HARBOR south'])
    expect(await listed(endpoint, { search: '100%_' })).toEqual([])
  })

  it('has as many rows as are asked for', async () => {
    expect(namesOf(await listed(endpoint, { search: 'harbor', limit: 1 }))).toEqual([
      'Harbor north',
    ])
    expect(namesOf(await listed(endpoint, {}))).toEqual(expect.arrayContaining(names))
    const refused = await test.call(endpoint, { as, query: { search: 'h', limit: 101 } })
    expect(refused.status).toBe(400)
  })
})

describe('a search by name', () => {
  it('finds built-in roles by their names in the language of the caller', async () => {
    const query = { search: 'administrador de la cuenta' }
    const [role] = await listed(listRoles, query, { 'accept-language': 'es' })
    expect(role).toMatchObject({ builtIn: 'SITE_ADMINISTRATOR' })
    expect(await listed(listRoles, query, { 'accept-language': 'en' })).toEqual([])
  })

  it.each([
    ['es', 'todas las personas'],
    ['fr', 'tout le monde'],
    ['ja', 'ユーザーポータル：全員'],
    ['en', 'User Portal - All Users'],
    ['es', 'User Portal - All Users'],
  ])(
    'finds default resource rules by their names in the language of the caller: %s, %s',
    async (locale, search) => {
      const found = await listed(listResourceRules, { search }, { 'accept-language': locale })
      expect(namesOf(found)).toEqual(['User Portal - All Users'])
    },
  )

  it('finds no default resource rule by its name in another language, nor another rule by that', async () => {
    const query = { search: 'ユーザーポータル：全員' }
    expect(await listed(listResourceRules, query, { 'accept-language': 'en' })).toEqual([])
  })

  it('finds the user portal among the applications', async () => {
    const found = await listed(listApplicationInfo, { search: 'portal', limit: 5 })
    expect(found.map(({ id }) => id)).toEqual(['USER_PORTAL'])
  })
})
