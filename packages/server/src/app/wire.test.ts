import { completeAuthentication } from '@signet/contract/access/authentication'
import {
  listOwnRoles,
  readSelf,
  readSelfRegistration,
  readSelfSettings,
} from '@signet/contract/access/self'
import { readOwnPassword } from '@signet/contract/access/self-authenticators'
import { createSiteRole } from '@signet/contract/identity/roles'
import { listUsers } from '@signet/contract/identity/user-lists'
import { createUser, readUser } from '@signet/contract/identity/users'
import { listAuditEvents } from '@signet/contract/operations/audit-events'
import { readAccountInfo } from '@signet/contract/tenancy/accounts'
import { listOwnSessions } from '@signet/contract/tenancy/sessions'
import { readSubscriber } from '@signet/contract/tenancy/subscribers'
import { maximumInteger } from '@signet/rules/numbers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { browserOf, buildPerson, fieldOf, goodPassword } from '../../testing/access/people.ts'
import { buildAdmin, buildUser, signInAs } from '../../testing/builders.ts'
import type { Answer } from '../../testing/call.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { allRoutes } from './areas.ts'

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp()
  as = (await buildAdmin(test.ctx)).token
})
afterAll(() => test.close())

const words = (text: string): string[] => text.trim().split(/\s+/)
const namesOf = (value: unknown): string[] =>
  typeof value === 'object' && value !== null ? Object.keys(value) : []

describe('paths', () => {
  it('stand under /api/web/ with a version from 1 to 5', {
    meta: {
      covers: [
        'transport.versions',
        'constant:api.base',
        'constant:api.version-max',
        'constant:api.version-min',
      ],
    },
  }, () => {
    const elsewhere = allRoutes
      .map(({ endpoint }) => endpoint.path)
      .filter((path) => !/^\/api\/web\/(?:api\/v1|v[1-5]|issuance)\//.test(path))
    expect(elsewhere).toEqual([])
  })

  it('take GET to read, POST to make, PUT to change, PATCH to change a part and DELETE to remove', {
    meta: { covers: ['transport.resource-pattern'] },
  }, () => {
    const methods = new Set<string>(allRoutes.map(({ endpoint }) => endpoint.method))
    expect([...methods].toSorted()).toEqual(['DELETE', 'GET', 'PATCH', 'POST', 'PUT'])
    const with_ = (method: string, path: string) =>
      allRoutes.some((route) => route.endpoint.method === method && route.endpoint.path === path)
    for (const path of ['/api/web/v1/siteroles', '/api/web/v1/applications/oidc']) {
      expect([path, with_('GET', path), with_('POST', path)]).toEqual([path, true, true])
      const one = `${path}/:id`
      expect(['GET', 'PUT', 'DELETE'].map((method) => with_(method, one))).not.toContain(false)
    }
  })
})

interface Numeric {
  readonly name: string
  readonly type: 'integer' | 'number'
  readonly maximum: number
}

/** The numbers of a schema; those of free JSON (`__schema0`) are nobody's field. */
const numbersIn = (schema: unknown, name = ''): Numeric[] => {
  if (typeof schema !== 'object' || schema === null || name.startsWith('__schema')) return []
  const inside = Object.entries(schema).flatMap(([key, value]) => numbersIn(value, key))
  const type = fieldOf(schema, 'type')
  const isGiven = 'const' in schema || 'enum' in schema
  if ((type !== 'integer' && type !== 'number') || isGiven) return inside
  const maximum = Number(fieldOf(schema, 'maximum') ?? fieldOf(schema, 'exclusiveMaximum'))
  return [{ name, type, maximum }, ...inside]
}

const takenNumbers = allRoutes.flatMap(({ endpoint: { method, path, params, body, query } }) =>
  [params, body, query]
    .filter((schema) => schema !== undefined)
    .flatMap((schema) => numbersIn(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })))
    .map((each) => ({ ...each, place: `${method} ${path} ${each.name}` })),
)

describe('numbers', () => {
  it('that come in are whole ones of 31 bits at most', {
    meta: { covers: ['constant:integer.max'] },
  }, () => {
    const integers = takenNumbers.filter(({ type }) => type === 'integer')
    expect(integers.length).toBeGreaterThan(100)
    const larger = integers.filter(({ maximum }) => !(maximum <= maximumInteger))
    expect(larger.map(({ place }) => place)).toEqual([])
  })

  // Milliseconds of a year and measures of a design are larger, or no whole numbers.
  it('that come in as no integers have a bound of their own', () => {
    const unbounded = takenNumbers.filter(({ maximum }) => !Number.isFinite(maximum))
    expect(unbounded.map(({ place }) => place)).toEqual([])
  })

  it('of rows on a page are 50, and 100 at most', {
    meta: { covers: ['constant:open.page-size-reports', 'constant:open.page-sizes'] },
  }, async () => {
    const asked = (body: object) => test.call(listUsers, { as, body })
    expect(fieldOf((await asked({})).body, 'paging', 'limit')).toBe(50)
    expect(fieldOf((await asked({ limit: 100 })).body, 'paging', 'limit')).toBe(100)
    expect((await asked({ limit: 101 })).status).toBe(400)
  })
})

describe('a failed call', () => {
  const taken = { userId: 'taken' }
  const failing: readonly [string, number, string, () => Promise<Answer>][] = [
    [
      'a malformed body',
      400,
      'invalid_parameters',
      () => test.call(createUser, { as, body: { userId: 7 } }),
    ],
    ['no session', 401, 'invalid_session_token', () => test.call(listOwnSessions, { as: 'a.b.c' })],
    [
      'no right',
      403,
      'access_denied',
      async () =>
        test.call(readAccountInfo, { as: await signInAs(test.ctx, await buildUser(test.ctx)) }),
    ],
    [
      'nothing there',
      404,
      'user_not_found',
      () => test.call(readUser, { as, params: { id: test.ctx.platform.ids.uuid() } }),
    ],
    [
      'a name that is taken',
      409,
      'user_exists',
      async () => {
        await test.call(createUser, { as, body: taken })
        return test.call(createUser, { as, body: taken })
      },
    ],
  ]

  it.each(failing)(
    'for %s names status, code and message, each under both names',
    { meta: { covers: ['errors.identifiers-only'] } },
    async (_what, status, code, failed) => {
      const answer = await failed()
      expect(answer.status).toBe(status)
      expect(answer.body).toMatchObject({ status, code, errorCode: code })
      expect(answer.body['message']).toBe(answer.body['errorMessage'])
      expect(answer.body['message']).toMatch(/^[A-Z].+\.$/)
    },
  )
})

describe('the fields on the wire', () => {
  it('of a user', {
    meta: { covers: ['transport.responses-open', 'users.lockout', 'constant:user.default-state'] },
  }, async () => {
    const user = await buildUser(test.ctx)
    const { body } = await test.call(readSelf, { as: await signInAs(test.ctx, user) })
    expect(namesOf(body)).toEqual(
      expect.arrayContaining(
        words(`
          email externalId fidoTokens firstName lastName grids groups id locale locked
          lockedAuthenticators lockoutExpiry migrated mobile otpCreateTime phone
          registrationRequired smartCredentials tempAccessCode state tokens type
          userAttributeValues userId userAliases verificationRequired directoryType
          showNotification`),
      ),
    )
    expect(body).toMatchObject({ state: 'ACTIVE', type: 'MGMT_UI', locked: false })
  })

  it('of a role', {
    meta: { covers: ['permissions.super-administrator', 'transport.responses-open'] },
  }, async () => {
    const { body } = await test.call(createSiteRole, { as, body: { name: 'W', permissions: [] } })
    expect(namesOf(body)).toEqual(
      expect.arrayContaining(
        words(`id name description superAdministrator groupManagement groupIds roleType allRoles
          permissions`),
      ),
    )
    const [own] = JSON.parse((await test.call(listOwnRoles, { as })).text)
    expect(namesOf(own)).toEqual(namesOf(body))
    expect(own.superAdministrator).toBe(true)
  })

  it('of a theme', { meta: { covers: ['transport.responses-open'] } }, async () => {
    const { body } = await test.call(readSubscriber)
    expect(namesOf(body)).toEqual(
      expect.arrayContaining(
        words(`
          authenticationAccount issuanceAccount isSp parentHostname hostname id tier contractMode
          companyName companyCountry companyState countryCode logo motd colours defaultLocale
          smartLoginEnabled subscriberRegion terminated legalAcknowledged salesForceId domain
          igUrl enableIGMigration`),
      ),
    )
  })

  it('of the self settings', { meta: { covers: ['transport.responses-open'] } }, async () => {
    const { body } = await test.call(readSelfSettings, { as })
    expect(namesOf(body).toSorted()).toEqual(
      words(`asyncEnabled authenticators externalOtpAllowed googleAuthenticatorOverride sdpEnabled
        userGuideUrl userTabConfiguration`),
    )
    expect(namesOf(body['userTabConfiguration']).toSorted()).toEqual(
      words(`defaultTab showApplications showAuthenticators showDevices showMyActivities showProfile
        showTenants`),
    )
    expect(fieldOf(body, 'userTabConfiguration', 'defaultTab')).toBe('APPLICATIONS')
  })

  it('of what has to be registered: every authenticator optional', {
    meta: {
      covers: [
        'registration.requirement-default',
        'transport.internal-client',
        'constant:registration.default-requirement',
      ],
    },
  }, async () => {
    const { body } = await test.call(readSelfRegistration, { as })
    expect(namesOf(body)).toEqual(
      expect.arrayContaining(['registrationEnabled', 'registrationPeriod']),
    )
    const authenticators = words('entrustSoftToken fido google grid hardwareToken kba password')
    expect(authenticators.map((name) => body[name])).toEqual(authenticators.map(() => 'OPTIONAL'))
  })

  it('of a credential', { meta: { covers: ['transport.responses-open'] } }, async () => {
    const { body } = await test.call(readOwnPassword, { as })
    expect(body).toMatchObject({
      present: false,
      compromised: false,
      forceUpdate: false,
      expiryTime: null,
      status: '',
    })
  })

  it('of a session', { meta: { covers: ['transport.responses-open'] } }, async () => {
    const { userId } = await buildPerson(test.ctx)
    const browser = browserOf(test.call)
    await browser.query(userId)
    const { body } = await browser.prove('PASSWORD', goodPassword)
    expect(namesOf(body['session']).toSorted()).toEqual(
      words(`expiryTime idpAuthenticationFailed isAuthenticatedJwt isStepAuth jwt machineNonce
        organizationId sequenceNonce startTime stepUpAuthExpiry updateProfile usedSmartLogin`),
    )
    expect(namesOf(fieldOf(body, 'session', 'jwt')).toSorted()).toEqual(
      words('expires stepUpAuthExpiry time token userId'),
    )
    expect(body['session']).toMatchObject({ isAuthenticatedJwt: true, stepUpAuthExpiry: 0 })
  })
})

describe('a challenge', () => {
  it('takes every field that a client may send, and answers what clients read', {
    meta: { covers: ['login.challenge-fields', 'login.challenge-response'] },
  }, async () => {
    const { userId } = await buildPerson(test.ctx)
    const browser = browserOf(test.call)
    await browser.query(userId)
    const more = {
      applicationId: 'portal',
      requestDetail: 'x',
      requestAcrs: ['urn:x'],
      machineAuthenticator: {},
      otpDeliveryType: 'EMAIL',
      otpDeliveryAttribute: 'email',
      secondFactorAuthenticator: 'TOKEN',
      tokenPushMutualChallengeEnabled: false,
      pushMutualChallengeEnabled: false,
      summary: 'x',
      userId,
      locale: 'en',
    }
    const { status, body } = await browser.challenge('PASSWORD', more)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      authenticationCompleted: false,
      machineAuthenticator: { machineNonce: null },
      userMachineSettings: { enabled: true, waitMillis: 4000 },
    })
  })

  it('is of an authenticator that exists', async () => {
    const body = { authToken: 'x'.repeat(30), response: 'x' }
    const params = { authenticator: 'MIND_READING' }
    expect((await test.call(completeAuthentication, { params, body })).status).toBe(400)
  })
})

describe('browser and system', () => {
  it('are kept to 255 characters', {
    meta: { covers: ['users.client-info', 'constant:client-info.max-length'] },
  }, async () => {
    const user = await buildPerson(test.ctx)
    const headers = { 'user-agent': 'Browser '.repeat(100) }
    const browser = browserOf((endpoint, given) => test.call(endpoint, { ...given, headers }))
    await browser.query(user.userId)
    const { body } = await browser.prove('PASSWORD', goodPassword)
    const own = String(fieldOf(body, 'session', 'jwt', 'token'))
    const [session] = JSON.parse((await test.call(listOwnSessions, { as: own })).text)
    expect(session.userAgent).toHaveLength(255)
    const events = await test.call(listAuditEvents, { as, body: { actorId: user.id } })
    expect(fieldOf(events.body, 'results', '0', 'userAgent')).toHaveLength(255)
  })
})
