import { createPrivateKey, X509Certificate } from 'node:crypto'
import type { serviceEndpointFamily } from '@signet/contract/provider/service-endpoint'
import type { EntityType } from '@signet/rules/permissions'
import { requiredErrorKey } from '@signet/rules/text'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import {
  OutboundFailed,
  OutboundRefused,
  type OutboundRequest,
} from '../../../platform/outbound.ts'
import { expectSafeTarget, isRefusedTarget } from '../http-connectors/index.ts'
import { credentialOf } from './credentials.service.ts'
import type { Secrets } from './stored.ts'

type ServiceFamily = ReturnType<typeof serviceEndpointFamily>
type Values = z.output<ServiceFamily['fields']>

const secretOf = { API_KEY: 'apiKey', CLIENT_CERTIFICATE: 'privateKey' } as const

/** Whether a certificate can be read, and is that of the key where there is one. */
const isPair = (certificate: string, key: string | undefined): boolean => {
  try {
    const parsed = new X509Certificate(certificate)
    return key === undefined || parsed.checkPrivateKey(createPrivateKey(key))
  } catch {
    return false
  }
}

const faults = ({ enabled, authentication, certificate }: Values, secrets: Secrets) => {
  const needed = secretOf[authentication]
  return [
    ...(certificate !== '' && !isPair(certificate, secrets.privateKey)
      ? [{ path: 'certificate', message: 'refused' }]
      : []),
    ...(enabled && secrets[needed] === undefined
      ? [{ path: `secrets.${needed}`, message: requiredErrorKey }]
      : []),
  ]
}

const longestAnswer = 65_536
const timeoutMillis = 10_000

const proofOf = (
  { authentication, certificate }: Values,
  { apiKey = '', privateKey: key = '' }: Secrets,
): Pick<OutboundRequest, 'headers' | 'clientCertificate'> =>
  authentication === 'API_KEY'
    ? { headers: { accept: 'application/json', authorization: `Bearer ${apiKey}` } }
    : { headers: { accept: 'application/json' }, clientCertificate: { certificate, key } }

/** Why a call of the service failed; null for an answer of 2xx. */
const failureOf = async (
  ctx: Context,
  { values, secrets }: { readonly values: Values; readonly secrets: Secrets },
): Promise<string | null> => {
  if (!values.enabled) return 'DISABLED'
  try {
    const url = new URL(values.url)
    expectSafeTarget(ctx, url)
    const { status } = await ctx.platform.outbound.fetch('http', url, {
      ...proofOf(values, secrets),
      maxRedirects: 0,
      maxBytes: longestAnswer,
      timeoutMillis,
    })
    return status >= 200 && status < 300 ? null : `HTTP ${status}`
  } catch (error) {
    if (error instanceof OutboundRefused) return 'ADDRESS_REFUSED'
    if (error instanceof OutboundFailed) return 'UNREACHABLE'
    throw error
  }
}

/** A service of another company that a provider lends its tenants. */
export const serviceCredentialOf = (family: ServiceFamily, entity: EntityType) => {
  const credential = credentialOf(family, { entity, faults })
  return {
    read: credential.read,
    /** @throws precondition_failed; invalid_parameters also for an address that must not be called */
    update: async (ctx: Context, body: Parameters<typeof credential.update>[1]) => {
      const { url } = body
      if (typeof url === 'string' && url !== '' && (await isRefusedTarget(ctx, url))) {
        const fields = [{ path: 'body.url', message: 'url_refused' }]
        throw new ApiError('invalid_parameters', { fields })
      }
      return credential.update(ctx, body)
    },
    /** Calls the service once; nothing is changed there. */
    test: async (ctx: Context) => {
      const detail = await failureOf(ctx, await credential.open(ctx))
      const accepted = detail === null
      await credential.noteTest(ctx, { accepted, failure: detail })
      return { accepted, detail }
    },
  }
}
