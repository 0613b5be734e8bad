import type { FastifyRequest } from 'fastify'
import type { Tenant } from '../kit/context.ts'
import { ApiError } from '../kit/errors.ts'
import { checkProof, presentNonce } from '../modules/tenancy/sessions/index.ts'
import { hostOf, schemeOf } from '../platform/addresses.ts'
import type { Platform } from '../platform/platform.ts'
import { RefusedCaller } from './refused-caller.ts'

const pathOf = (request: FastifyRequest): string => request.url.split('?', 1)[0] ?? '/'

/** Where this request may have been sent: the public URL, or the address it really came to. */
const originsOf = ({ config }: Platform, tenant: Tenant, request: FastifyRequest): string[] => [
  new URL(tenant.publicUrl).origin,
  `${schemeOf(request, config)}://${hostOf(request, config)}`,
]

const secretOf = (platform: Platform, tenant: Tenant): Buffer =>
  platform.secrets.derive(tenant.id, 'dpop-nonce')

/** The nonce that proofs should carry now (RFC 9449, section 8). */
export const nonceFor = (platform: Platform, tenant: Tenant): string =>
  presentNonce(secretOf(platform, tenant), platform.clock.now())

const refusedProof = (fault: string): ApiError =>
  new ApiError('invalid_session_token', { cause: new RefusedCaller('PROOF_INVALID', fault) })

/**
 * The thumbprint of the key that made this request's DPoP proof; null when none came.
 * @throws invalid_session_token for a wrong proof, use_dpop_nonce for one without a fresh nonce
 */
export const readProof = (
  platform: Platform,
  tenant: Tenant,
  { request, token }: { readonly request: FastifyRequest; readonly token: string | null },
): string | null => {
  const proof = request.headers.dpop
  if (proof === undefined) return null
  if (typeof proof !== 'string') throw refusedProof('the DPoP header is repeated')
  const outcome = checkProof(proof, {
    method: request.method,
    origins: originsOf(platform, tenant, request),
    path: pathOf(request),
    token,
    nonceSecret: secretOf(platform, tenant),
    now: platform.clock.now(),
  })
  if (outcome.kind === 'valid') return outcome.thumbprint
  if (outcome.kind === 'invalid') throw refusedProof(outcome.fault)
  throw new ApiError('use_dpop_nonce', {
    headers: {
      'DPoP-Nonce': nonceFor(platform, tenant),
      'WWW-Authenticate': 'DPoP error="use_dpop_nonce"',
    },
  })
}
