import { needsOf } from '@signet/contract/kit/endpoint'
import { createSupportGrant } from '@signet/contract/provider/support-grants'
import {
  completeSupportChallenge,
  createSupportChallenge,
} from '@signet/contract/provider/tenant-support'
import { createTenant } from '@signet/contract/provider/tenants'
import { providerActs, supportEvents } from '@signet/rules/provider-acts'
import { readOnlySupport } from '@signet/rules/support'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fieldOf } from '../../testing/access/people.ts'
import { buildAdmin } from '../../testing/builders.ts'
import { type Call, createCall } from '../../testing/call.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { allRoutes } from '../app/areas.ts'
import { authorize } from '../kit/authorize.ts'
import type { Context } from '../kit/context.ts'
import { systemContext } from '../kit/create-context.ts'
import type { Route } from '../kit/routes.ts'
import { actorOf, readPrincipal } from '../modules/identity/principals/index.ts'
import { createTenantFinder } from '../modules/tenancy/tenants/index.ts'
import { label, named } from './sweep/shapes.ts'

/*
 * Guards: the tenant in the claims of a session token; `inTenantBelow`, which refuses what is not in
 * the closed list; `authorize` with the rights of a support grant.
 */

interface Level {
  readonly call: Call
  readonly ctx: Context
  readonly host: string
  readonly admin: Awaited<ReturnType<typeof buildAdmin>>
}

let test: TestApp
/** Root provider, service provider below it, tenant below that. */
let levels: readonly [Level, Level, Level]

const rootOf = async (): Promise<Level> => {
  const { call, ctx, tenant } = test
  return { call, ctx, host: new URL(tenant.publicUrl).hostname, admin: await buildAdmin(ctx) }
}
const levelBelow = async (above: Level, isSp: boolean): Promise<Level> => {
  const host = `${isSp ? 'reseller' : 'acme'}.${above.host}`
  const { body, text } = await above.call(createTenant, {
    as: above.admin.token,
    body: { companyName: host, hostname: host, isSp, entitlement: { bundle: 'PLUS' } },
  })
  const tenant = await createTenantFinder(test.platform.database).byId(String(body.id))
  if (tenant === null) throw new Error(text)
  await test.platform.keyRing.warm(tenant.id)
  const ctx = systemContext(test.platform, { tenant, name: 'test' })
  const call = createCall(test.app, new URL(tenant.publicUrl).host)
  return { call, ctx, host, admin: await buildAdmin(ctx) }
}

beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  const root = await rootOf()
  const provider = await levelBelow(root, true)
  levels = [root, provider, await levelBelow(provider, false)]
})
afterAll(() => test.close())

const administrative = allRoutes.filter(({ endpoint }) => endpoint.needs !== undefined)

/** Without a body, and with ids that belong to no row. */
const ask = ({ call }: Level, { endpoint }: Route, as: string) => {
  const never = '018f0000-0000-7000-8000-00000000dead'
  const params = Object.fromEntries(
    [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, never]),
  )
  return call(endpoint, { as, params })
}

describe('without a grant, an administrator of a provider', () => {
  it.each(named(administrative))(
    'is refused in the tenants below: %s',
    { meta: { endpoints: 3 } },
    async (_label, route) => {
      const [root, provider, tenant] = levels
      const answers = [
        await ask(provider, route, root.admin.token),
        await ask(tenant, route, root.admin.token),
        await ask(tenant, route, provider.admin.token),
      ]
      const refused = { status: 401, body: { errorCode: 'invalid_session_token' } }
      expect(answers).toMatchObject([refused, refused, refused])
    },
  )
})

/** Calls of providers that name a tenant in their path or body. */
const reaching = allRoutes.filter(
  ({ endpoint: { actor, path } }) =>
    actor === 'provider' &&
    /\/(v4\/tenants|tenants|subscribers|hostname)\/:(id|tenantid)\b|serviceprovider\/challenge$/.test(
      path,
    ),
)

describe('the closed list of acts', () => {
  it('has all calls by which a provider changes something of a tenant', () => {
    const known = new Set<string>([
      ...providerActs,
      ...supportEvents,
      // Both are the provider's own: a proof that it keeps, limits that it sets for itself.
      'SUPPORTGRANT_CHALLENGED',
      'TENANT_RATE_LIMITS_UPDATED',
      'TENANT_RATE_LIMITS_DELETED',
    ])
    const changing = reaching.filter(({ endpoint }) => endpoint.audit !== null)
    expect(changing.length).toBeGreaterThan(8)
    expect(changing.filter(({ endpoint }) => !known.has(endpoint.audit ?? '')).map(label)).toEqual(
      [],
    )
  })

  it('has an act for each of its calls, and no other', () => {
    const declared = new Set(allRoutes.map(({ endpoint }) => endpoint.audit))
    expect([...providerActs, ...supportEvents].filter((act) => !declared.has(act))).toEqual([])
  })
})

describe('under a read-only grant, a provider', () => {
  let as: string
  let actor: Parameters<typeof authorize>[1]
  beforeAll(async () => {
    const [, provider, tenant] = levels
    const at = test.clock.now().getTime()
    const proofs = [{ step: 1, authenticator: 'PASSKEY', class: 'VERIFIED_USER', channel: '', at }]
    await test.testDatabase.asOwner((owner) =>
      owner.query('update sessions set proofs = $2 where user_id = $1', [
        provider.admin.id,
        JSON.stringify(proofs),
      ]),
    )
    const grant = await tenant.call(createSupportGrant, {
      as: tenant.admin.token,
      body: { reason: 'Sweep', hours: 1 },
    })
    const { body } = await provider.call(createSupportChallenge, {
      as: provider.admin.token,
      body: { tenantId: tenant.ctx.tenant.id, grantId: grant.body.id },
    })
    const opened = await tenant.call(completeSupportChallenge, {
      body: { challenge: body.challenge },
    })
    as = String(fieldOf(opened.body, 'jwt', 'token'))
    const { sid } = JSON.parse(Buffer.from(as.split('.')[1] ?? '', 'base64url').toString())
    const principal = await readPrincipal(tenant.ctx.db, tenant.ctx.tenant.id, String(sid))
    const found = principal === null ? null : actorOf(principal)
    if (found === null) throw new Error('the session has no actor')
    actor = found
  })

  const isOpen = ({ endpoint }: Route): boolean =>
    endpoint.reveals === undefined &&
    needsOf(endpoint).some(([type, action]) => readOnlySupport[type]?.includes(action) ?? false)

  const ofUsers = allRoutes.filter(({ endpoint }) => endpoint.actor === 'user')
  /** What the console needs of any session. */
  const ofAnySession = [
    'GET /api/web/v1/authentication/serviceprovider/session',
    'GET /api/web/v1/entitlements/bundles',
    'POST /api/web/v1/authentication/logout',
  ]

  const passes = ({ endpoint }: Route): boolean => {
    try {
      authorize(endpoint, actor)
      return true
    } catch {
      return false
    }
  }

  it('may make exactly the calls that view something and show no secret', () => {
    expect(administrative.filter(passes).map(label)).toEqual(
      administrative.filter(isOpen).map(label),
    )
    expect(administrative.filter(isOpen).length).toBeGreaterThan(100)
    expect(ofUsers.filter(passes).map(label).toSorted()).toEqual(ofAnySession)
  })

  const closed = allRoutes.filter(
    (route) =>
      route.endpoint.actor !== 'public' && !isOpen(route) && !ofAnySession.includes(label(route)),
  )

  it.each(named(closed))('is refused %s', { meta: { endpoints: 1 } }, async (_label, route) => {
    const { status, body } = await ask(levels[2], route, as)
    expect([status, body.errorCode]).toEqual([403, 'access_denied'])
  })
})
