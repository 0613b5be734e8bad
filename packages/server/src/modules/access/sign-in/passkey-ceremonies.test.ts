import {
  completeOwnFidoRegistration,
  readOwnFidoToken,
  startOwnFidoRegistration,
} from '@signet/contract/access/self-authenticators'
import { listAlerts } from '@signet/contract/operations/reports'
import { createGroupPolicy } from '@signet/contract/settings/grouppolicy'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { browserOf, buildPerson, fieldOf, goodPassword } from '../../../../testing/access/people.ts'
import {
  type Algorithm,
  createAuthenticator,
  type Misdeeds,
} from '../../../../testing/access/software-authenticator.ts'
import { buildAdmin, buildGroup, signInAs } from '../../../../testing/builders.ts'
import { startTestApp, type TestApp, type TestTenant } from '../../../../testing/test-app.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

const tenantWith = async (rules: object): Promise<TestTenant> => {
  const made = await test.otherTenant()
  const { db, tenant } = made.ctx
  const [value, updated_at] = [JSON.stringify(rules), test.clock.now()]
  const row = { tenant_id: tenant.id, family: 'fido', value, updated_at }
  await db.insertInto('settings').values(row).execute()
  return made
}

const asked = (options: unknown) => ({ challenge: String(fieldOf(options, 'challenge')) })

/** Someone with a passkey, and the two ceremonies as they go over the wire. */
const owner = async (at: TestTenant, algorithm: Algorithm = -7, first: Misdeeds = {}) => {
  const user = await buildPerson(at.ctx)
  const as = await signInAs(at.ctx, user)
  const passkey = createAuthenticator(new URL(at.tenant.publicUrl).origin, algorithm)
  const begun = await at.call(startOwnFidoRegistration, { as })
  const fidoResponse = passkey.register(asked(begun.body.fidoOptions), first)
  const made = await at.call(completeOwnFidoRegistration, { as, body: { fidoResponse } })
  const alone = async (change: (given: Given) => Partial<Given>, misdeeds: Misdeeds = {}) => {
    const browser = browserOf(at.call)
    await browser.query()
    const { body } = await browser.challenge('PASSKEY')
    const given = passkey.assert(asked(body.fidoChallenge), misdeeds)
    return browser.sign('PASSKEY', { ...given, ...change(given) })
  }
  const second = async (misdeeds: Misdeeds = {}) => {
    const browser = browserOf(at.call)
    await browser.query(user.userId)
    await browser.prove('PASSWORD', goodPassword)
    const { body } = await browser.challenge('FIDO')
    return browser.sign('FIDO', passkey.assert(asked(body.fidoChallenge), misdeeds))
  }
  const params = { fidoid: String(made.body.id) }
  const read = async () => (await at.call(readOwnFidoToken, { as, params })).body
  return { user, made, alone, second, read }
}

type Given = ReturnType<ReturnType<typeof createAuthenticator>['assert']>

const unchanged = () => ({})
const flipped = (base64url: string, at: number): string => {
  const bytes = Buffer.from(base64url, 'base64url')
  bytes[at] = (bytes[at] ?? 0) ^ 0x01
  return bytes.toString('base64url')
}

/** Each is one captured ceremony with one thing wrong; all algorithms, so that none has a way of its own. */
type Change = (given: Given) => Partial<Given>

const hostile: readonly (readonly [string, Misdeeds, Change])[] = [
  ['another origin', { origin: 'https://evil.example' }, unchanged],
  ['the origin with another port', { origin: 'http://localhost:1' }, unchanged],
  [
    'the origin of an app that nobody configured',
    { origin: 'android:apk-key-hash:AAAA' },
    unchanged,
  ],
  ['another relying party', { rpId: 'evil.example' }, unchanged],
  ['another challenge', { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }, unchanged],
  ['no challenge', { challenge: '' }, unchanged],
  ['a registration in place of an assertion', { type: 'webauthn.create' }, unchanged],
  ['a payment', { type: 'payment.get' }, unchanged],
  ['nobody present', { userPresent: false }, unchanged],
  ['nobody verified', { userVerified: false }, unchanged],
  ['a framed page', { crossOrigin: true }, unchanged],
  ['a page on top', { topOrigin: 'https://elsewhere.example' }, unchanged],
  [
    'a framed page with the page on top',
    { crossOrigin: true, topOrigin: 'https://a.example' },
    unchanged,
  ],
  ['a backup of what is not backed up by itself', { flags: 0x10 }, unchanged],
  ['another holder’s handle', { userHandle: 'AAAAAAAAAAAAAAAAAAAAAA' }, unchanged],
  ['a changed signature', {}, ({ signature }) => ({ signature: flipped(signature, 20) })],
  ['no signature', {}, () => ({ signature: '' })],
  [
    'changed data',
    {},
    ({ authenticatorData }) => ({ authenticatorData: flipped(authenticatorData, 36) }),
  ],
  [
    'data cut short',
    {},
    ({ authenticatorData }) => ({ authenticatorData: authenticatorData.slice(0, 40) }),
  ],
  ['client data that is no JSON', {}, () => ({ clientDataJSON: 'AAAA' })],
  [
    'client data of another byte',
    {},
    ({ clientDataJSON }) => ({
      clientDataJSON: Buffer.concat([
        Buffer.from(clientDataJSON, 'base64url'),
        Buffer.from(' '),
      ]).toString('base64url'),
    }),
  ],
]

describe.each<Algorithm>([-8, -7, -257])('an assertion by a key of algorithm %d', (algorithm) => {
  let made: ReturnType<typeof owner> | null = null
  const holder = () => {
    made ??= owner(test, algorithm)
    return made
  }

  it.each(hostile)(
    'with %s signs nobody in',
    { meta: { covers: ['S31'] } },
    async (_, misdeeds, change) => {
      const { alone } = await holder()
      const answer = await alone(change, misdeeds)
      expect([answer.status, answer.body.code]).toEqual([401, 'invalid_user_response'])
      expect((await alone(unchanged)).body).toMatchObject({ authenticationCompleted: true })
    },
  )

  it('signs nobody in a second time', { meta: { covers: ['S31'] } }, async () => {
    const { user } = await holder()
    const passkey = createAuthenticator(new URL(test.tenant.publicUrl).origin, algorithm)
    const as = await signInAs(test.ctx, user)
    const begun = await test.call(startOwnFidoRegistration, { as })
    const fidoResponse = passkey.register(asked(begun.body.fidoOptions), { counter: 0 })
    await test.call(completeOwnFidoRegistration, { as, body: { fidoResponse } })
    const [first, later] = [browserOf(test.call), browserOf(test.call)]
    await first.query()
    await later.query()
    const { body } = await first.challenge('PASSKEY')
    await later.challenge('PASSKEY')
    // Without a counter only the challenge tells a captured assertion from a new one.
    const captured = passkey.assert(asked(body.fidoChallenge), { counter: 0 })
    expect((await first.sign('PASSKEY', captured)).status).toBe(200)
    expect((await later.sign('PASSKEY', captured)).status).toBe(401)
  })
})

describe.each<Algorithm>([-8, -7, -257])('a registration by a key of algorithm %d', (algorithm) => {
  it.each(hostile.filter(([, , change]) => change === unchanged))(
    'with %s is not taken where users are verified',
    { meta: { covers: ['S31'] } },
    async (name, misdeeds) => {
      if (name.includes('handle')) return
      const type = misdeeds.type === 'webauthn.create' ? { type: 'webauthn.get' } : {}
      const at = strict ?? (strict = await tenantWith({ userVerification: 'required' }))
      const { made } = await owner(at, algorithm, { ...misdeeds, ...type })
      expect([made.status, made.body.code]).toEqual([401, 'invalid_user_response'])
    },
  )
})
let strict: TestTenant | null = null

const clones = async (at: TestTenant) => {
  const { token: as } = await buildAdmin(at.ctx)
  const day = 86_400_000
  const now = test.clock.now().getTime()
  const range = {
    from: new Date(now - day).toISOString(),
    until: new Date(now + 1000).toISOString(),
  }
  const { body } = await at.call(listAlerts, { as, body: range })
  return fieldOf(body, 'results')
}

const suspicions = async ({ ctx }: TestTenant): Promise<readonly string[]> => {
  const events = await ctx.db
    .selectFrom('audit_events')
    .select('outcome')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('action', '=', 'FIDO_CLONE_SUSPECTED')
    .execute()
  return events.map(({ outcome }) => outcome)
}

describe('a counter that went back', () => {
  it('signs nobody in, is noted, and alerts administrators', async () => {
    const at = await tenantWith({})
    const { second, read } = await owner(at, -7, { counter: 41 })
    expect((await second({ counter: 42 })).status).toBe(200)
    expect(await clones(at)).toEqual([])
    for (const counter of [42, 12, 0]) {
      expect((await second({ counter })).body.code).toBe('invalid_user_response')
    }
    expect(await read()).toMatchObject({ state: 'ACTIVE', clonedDate: expect.any(String) })
    expect(await clones(at)).toMatchObject([
      { type: 'PASSKEY_CLONED', severity: 'ERROR', count: 1 },
    ])
    expect(await suspicions(at)).toEqual(['DENIED'])
    expect((await second({ counter: 43 })).status).toBe(200)
  })

  it('is a new finding after a right use alone', async () => {
    const at = await tenantWith({})
    const { second, read } = await owner(at, -7, { counter: 41 })
    await second({ counter: 12 })
    const { clonedDate: first } = await read()
    await second({ counter: 13 })
    expect(await read()).toMatchObject({ clonedDate: first })
    expect(await suspicions(at)).toHaveLength(1)
    expect((await second({ counter: 42 })).status).toBe(200)
    await second({ counter: 14 })
    expect(await suspicions(at)).toHaveLength(2)
    expect(Date.parse(String((await read()).clonedDate))).toBeGreaterThan(Date.parse(String(first)))
  })

  it('switches the passkey off where the tenant says so', async () => {
    const at = await tenantWith({ switchOffCloned: true })
    const { second, read } = await owner(at, -7, { counter: 41 })
    expect((await second({ counter: 12 })).body.code).toBe('invalid_user_response')
    expect(await read()).toMatchObject({ state: 'INACTIVE' })
    expect((await second({ counter: 99 })).status).not.toBe(200)
  })

  it('switches the passkey off where a group policy of its owner says so', async () => {
    const at = await tenantWith({})
    const [first, other] = [
      await owner(at, -7, { counter: 41 }),
      await owner(at, -7, { counter: 41 }),
    ]
    const { id } = await buildGroup(at.ctx, { members: [first.user.id] })
    const { token: as } = await buildAdmin(at.ctx)
    const settings = { fido: { switchOffCloned: true } }
    const body = { name: 'No copies', groupIds: [id], settings }
    expect((await at.call(createGroupPolicy, { as, body })).status).toBe(200)
    for (const { second } of [first, other]) await second({ counter: 12 })
    expect(await first.read()).toMatchObject({ state: 'INACTIVE' })
    expect(await other.read()).toMatchObject({ state: 'ACTIVE' })
  })

  it('under a forged signature says nothing: anybody could write it', {
    meta: { covers: ['S31'] },
  }, async () => {
    const at = await tenantWith({ switchOffCloned: true })
    const { alone, read } = await owner(at, -7, { counter: 41 })
    const forged = ({ signature }: Given) => ({ signature: flipped(signature, 20) })
    expect((await alone(forged, { counter: 1 })).status).toBe(401)
    expect(await read()).toMatchObject({ state: 'ACTIVE', clonedDate: null })
  })
})
