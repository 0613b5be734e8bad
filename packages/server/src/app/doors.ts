import { defaultLocale, isLocale, pickLocale, wishedTags } from '@signet/rules/locales'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Context, RequestInfo, Tenant } from '../kit/context.ts'
import { ApiError } from '../kit/errors.ts'
import type { Limits } from '../kit/limits.ts'
import type { Doors } from '../kit/pipeline.ts'
import type { CookieChange } from '../kit/routes.ts'
import { isDue } from '../modules/access/registration/index.ts'
import { engine } from '../modules/access/sign-in/index.ts'
import { freshlyProvenAdmin } from '../modules/authenticators/owners/index.ts'
import { warmPolicies } from '../modules/provider/rate-limiting/index.ts'
import { warmSettings } from '../modules/settings/families/index.ts'
import { answerOnce } from '../modules/tenancy/idempotency/index.ts'
import { cookieName, type TenantFinder } from '../modules/tenancy/tenants/index.ts'
import { clientAddress, hostOf } from '../platform/addresses.ts'
import { clientCertificate } from '../platform/client-certificate.ts'
import type { Platform } from '../platform/platform.ts'
import { createGate } from './open-endpoints.ts'
import { noteDenied, noteRefusedCaller } from './refused-caller.ts'
import { nonceFor, readProof } from './request-proof.ts'
import { readActor, tokenOf } from './request-session.ts'

const isSecure = (tenant: Tenant): boolean => tenant.publicUrl.startsWith('https:')

const cookiesOf =
  (request: FastifyRequest) =>
  (name: string): string | null => {
    const pairs = (request.headers.cookie ?? '').split(/;\s*/)
    return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? null
  }

const none = (): null => null

/** The language the browser likes best of those that we speak; else the tenant's. */
const localeOf = (request: FastifyRequest, tenant: Tenant): string => {
  const wished = wishedTags((request.headers['accept-language'] ?? '').slice(0, 200))
  return pickLocale(wished, isLocale(tenant.defaultLocale) ? tenant.defaultLocale : defaultLocale)
}

const cookieHeader = (
  tenant: Tenant,
  { name = cookieName(tenant), value, expiresAt }: CookieChange,
): string => {
  const end = value === null ? 'Max-Age=0' : `Expires=${expiresAt?.toUTCString() ?? ''}`
  const secure = isSecure(tenant) ? '; Secure' : ''
  return `${name}=${value ?? ''}; Path=/; HttpOnly; SameSite=Lax; ${end}${secure}`
}

const readyTenant = async (
  platform: Platform,
  tenants: TenantFinder,
  host: string,
): Promise<Tenant> => {
  const tenant = await tenants.byHost(host)
  const db = platform.database.forTenant(tenant.id)
  await Promise.all([
    platform.secrets.ready(tenant.id),
    platform.keyRing.warm(tenant.id),
    warmSettings({ platform, tenant, db }),
    warmPolicies(platform, tenant),
  ])
  return tenant
}

/** Percent-encoded, for names are not bound to ASCII. */
const acceptedLockoutOf = (request: FastifyRequest): string | null => {
  const header = request.headers['signet-accept-lockout']
  if (typeof header !== 'string' || header.length > 1000) return null
  try {
    return decodeURIComponent(header)
  } catch {
    return null
  }
}

/** The actor behind a request; anonymous without a token. */
const authenticated = async (
  platform: Platform,
  { tenant, request, info }: { tenant: Tenant; request: FastifyRequest; info: RequestInfo },
): ReturnType<Doors['authenticate']> => {
  const token = tokenOf(request)
  const thumbprint = readProof(platform, tenant, { request, token })
  const proven = { ...info, keyThumbprint: thumbprint }
  if (token === null) return { actor: { kind: 'anonymous' }, info: proven, isDue: false }
  if (tenant.locked) throw new ApiError('account_locked')
  const { address } = info
  const { actor, user } = await readActor(platform, tenant, { token, thumbprint, address })
  // The tenant's log names the provider, not who works there, nor from where.
  const shown = actor.kind === 'support' ? { ...proven, address: null, userAgent: null } : proven
  if (user === null) return { actor, info: shown, isDue: false }
  const db = platform.database.forTenant(tenant.id)
  return { actor, info: proven, isDue: await isDue({ platform, tenant, db }, user) }
}

const SignInAnswer = z.object({ authToken: z.string(), machineNonce: z.string().optional() })

const isKnownDevice = async (ctx: Context, body: unknown): Promise<boolean> => {
  const { success, data } = SignInAnswer.safeParse(body)
  return success && engine.isOnKnownDevice(ctx, data)
}

interface Asked {
  readonly tenants: TenantFinder
  readonly limits: Limits
}

/** Who a request is from: tenant by host, session by token and proof. */
export const createDoors = (platform: Platform, { tenants, limits }: Asked): Doors => ({
  findTenant: (host) => readyTenant(platform, tenants, host),
  requestInfo(request) {
    const cookies = request.headers.cookie === undefined ? none : cookiesOf(request)
    return {
      id: request.id,
      address: clientAddress(request, platform.config),
      userAgent: request.headers['user-agent'] ?? null,
      host: hostOf(request, platform.config),
      keyThumbprint: null,
      acceptedLockout: acceptedLockoutOf(request),
      cookies,
      certificate: () => clientCertificate(request, platform.config),
      limits,
    }
  },
  async authenticate(request, tenant, info) {
    try {
      return await authenticated(platform, { tenant, request, info })
    } catch (error) {
      const locale = localeOf(request, tenant)
      await noteRefusedCaller(platform, { tenant, request: info, locale }, error)
      throw error
    }
  },
  noteDenied,
  expectOpen: createGate(platform),
  expectProven: freshlyProvenAdmin,
  localeOf,
  setCookie: (reply, tenant, cookie) =>
    void reply.header('Set-Cookie', cookieHeader(tenant, cookie)),
  once: answerOnce,
  judged: ({ ctx, endpoint, body }, make) =>
    engine.judged(ctx, { endpoint, isKnownDevice: () => isKnownDevice(ctx, body) }, make),
  nextNonce: (tenant) => nonceFor(platform, tenant),
})
