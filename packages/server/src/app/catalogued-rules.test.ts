import { readFileSync } from 'node:fs'
import { createOidcApplication } from '@signet/contract/applications/oidc-applications'
import { createSamlApplication } from '@signet/contract/applications/saml-applications'
import { listUsers } from '@signet/contract/identity/user-lists'
import { createUser, readUser } from '@signet/contract/identity/users'
import { updateBlocklist } from '@signet/contract/settings/blocklist'
import { updateCorsSettings } from '@signet/contract/settings/cors'
import { updateRegistrationSettings } from '@signet/contract/settings/registration'
import { updateSubscriber } from '@signet/contract/tenancy/subscribers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createCertificate, pemOf } from '../../testing/access/certificates.ts'
import { buildAdmin } from '../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

/* The rules of texts as the calls apply them: what each rule accepts is saved, and the rest is not. */

const Examples = z.object({ valid: z.array(z.unknown()), invalid: z.array(z.unknown()) })
const Vectors = z.object({ rules: z.record(z.string(), Examples) })
const file = new URL('../../../rules/src/vectors/validation.json', import.meta.url)
const vectors = Vectors.parse(JSON.parse(readFileSync(file, 'utf8'))).rules

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp()
  as = (await buildAdmin(test.ctx)).token
})
afterAll(() => test.close())

let count = 0
const named = (): string => `name-${(count += 1)}`
const application = (applicationType: 'OIDC_WEB' | 'OIDC_NATIVE', more: object) =>
  test.call(createOidcApplication, {
    as,
    body: {
      name: named(),
      applicationType,
      redirectUris: ['https://app.example.test/cb'],
      ...more,
    },
  })
const authority = createCertificate({ name: { CN: 'Acme CA' }, isAuthority: true })
const knownBy = (certificateName: string, certificateNameValue: string) =>
  test.call(createOidcApplication, {
    as,
    body: {
      name: named(),
      applicationType: 'OIDC_SERVER',
      tokenEndpointAuthMethod: 'tls_client_auth',
      certificateAuthorities: pemOf(authority),
      certificateName,
      certificateNameValue,
    },
  })
const filtered = (filter: string) =>
  test.call(createSamlApplication, {
    as,
    body: {
      name: named(),
      entityId: `urn:${named()}`,
      assertionConsumers: [{ index: 0, url: 'https://sp.example.test/acs' }],
      attributes: [{ name: 'mail', source: 'USER_ATTRIBUTE', value: 'email', filter }],
    },
  })
const user = (more: object) => test.call(createUser, { as, body: { userId: named(), ...more } })

type Save = (text: string) => Promise<{ readonly status: number; readonly text: string }>

/** Each rule with a call that applies it. */
const doors: readonly (readonly [string, string, Save])[] = [
  ['redirect-uri', 'redirectUris', (text) => application('OIDC_WEB', { redirectUris: [text] })],
  [
    'redirect-uri',
    'postLogoutRedirectUris',
    (text) => application('OIDC_WEB', { postLogoutRedirectUris: [text] }),
  ],
  [
    'native-app-uri-scheme',
    'redirectUris of a native application',
    (text) => application('OIDC_NATIVE', { redirectUris: [text] }),
  ],
  ['distinguished-name', 'subject of a certificate', (text) => knownBy('SUBJECT_DN', text)],
  ['hostname', 'host name of a certificate', (text) => knownBy('SAN_DNS', text)],
  ['no-spaces', 'user ID', (userId) => user({ userId })],
  ['email', 'email of a user', (email) => user({ email })],
  [
    'user-principal-name',
    'user principal name',
    (userPrincipalName) => user({ userPrincipalName }),
  ],
  [
    'css-colour',
    'color of the theme',
    (primary1) =>
      test.call(updateSubscriber, {
        as,
        params: { id: test.tenant.id },
        body: { colours: { primary1 } },
      }),
  ],
  ['replace-filter-regex', 'attribute of a SAML application', (filter) => filtered(filter)],
  [
    'origin',
    'CORS origins',
    (origin) => test.call(updateCorsSettings, { as, body: { origins: [origin] } }),
  ],
  [
    'https-url',
    'onboarding URL',
    (onboardingUrl) => test.call(updateRegistrationSettings, { as, body: { onboardingUrl } }),
  ],
  [
    'ip-or-cidr',
    'blocked addresses',
    // The address of the call itself is not blocked.
    (text) => test.call(updateBlocklist, { as, body: { addresses: [text], userIds: [] } }),
  ],
]

/** What the rule alone does not decide: a network of all addresses; spaces around a text, which are trimmed. */
const others: ReadonlySet<unknown> = new Set(['0.0.0.0/0', '::/0', ' a', 'a '])

describe.each(doors)('the rule %s at %s', (rule, _door, save) => {
  it('is applied as it is written', async () => {
    const { valid = [], invalid = [] } = vectors[rule] ?? {}
    expect(valid.length).toBeGreaterThan(0)
    for (const text of valid.filter((one) => !others.has(one))) {
      const answer = await save(String(text))
      expect(answer.status, `${String(text)} ${answer.text}`).toBe(200)
    }
    for (const text of invalid.filter((one) => !others.has(one))) {
      expect((await save(String(text))).status, String(text)).toBe(400)
    }
  })
})

describe('the rule uuid', () => {
  const { valid = [], invalid = [] } = vectors['uuid'] ?? {}
  const asked = async (id: unknown) => {
    const text = String(id)
    const inPath = await test.call(readUser, { as, params: { id: text } })
    const inBody = await test.call(listUsers, { as, body: { groupId: text } })
    return [inPath.status, inBody.status]
  }

  it('is applied to ids of paths and bodies', async () => {
    expect(valid.length).toBeGreaterThan(0)
    for (const id of valid) expect(await asked(id), String(id)).toEqual([404, 200])
    for (const id of invalid.filter((one) => one !== '')) {
      expect(await asked(id), String(id)).toEqual([400, 400])
    }
  })

  it('finds the same row with braces as without', async () => {
    const id = String((await user({})).body['id'])
    const read = await test.call(readUser, { as, params: { id: `{${id}}` } })
    expect(read.body).toMatchObject({ id })
  })
})
