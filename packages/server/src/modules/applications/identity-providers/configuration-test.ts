import type { IdentityProviderConfiguration } from '@signet/contract/applications/identity-providers'
import { type ConfigurationStep, configurationSteps } from '@signet/rules/identity-providers'
import { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { isRefusedAddress, providerFetch } from './target.ts'

const Metadata = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
  userinfo_endpoint: z.url().optional(),
  end_session_endpoint: z.url().optional(),
  scopes_supported: z.array(z.string()).default([]),
  acr_values_supported: z.array(z.string()).default([]),
  id_token_signing_alg_values_supported: z.array(z.string()).default([]),
  token_endpoint_auth_methods_supported: z.array(z.string()).default(['client_secret_basic']),
  authorization_response_iss_parameter_supported: z.boolean().default(false),
})
type Metadata = z.output<typeof Metadata>

const Keys = z.object({ keys: z.array(z.object({ kty: z.string() })).min(1) })

type Shown = z.input<typeof IdentityProviderConfiguration>

const fetched = async (ctx: Context, address: string): Promise<unknown> => {
  const answer = await providerFetch(ctx)(address, { headers: { accept: 'application/json' } })
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`)
  return answer.json()
}

/** OpenID Connect Discovery 1.0, section 4.1. */
const documentOf = (issuer: string): string =>
  `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`

const presented = (metadata: Metadata): Shown['configuration'] => ({
  issuer: metadata.issuer,
  authorizationEndpoint: metadata.authorization_endpoint,
  tokenEndpoint: metadata.token_endpoint,
  userinfoEndpoint: metadata.userinfo_endpoint ?? null,
  endSessionEndpoint: metadata.end_session_endpoint ?? null,
  scopes: metadata.scopes_supported,
  acrValues: metadata.acr_values_supported,
  signingAlgorithms: metadata.id_token_signing_alg_values_supported,
  clientProofs: metadata.token_endpoint_auth_methods_supported,
  namesIssuer: metadata.authorization_response_iss_parameter_supported,
})

const issuerIn = (document: unknown): unknown =>
  typeof document === 'object' && document !== null && 'issuer' in document
    ? document.issuer
    : undefined

interface Found {
  /** Null: nothing failed. */
  readonly failed: ConfigurationStep | null
  readonly configuration: Shown['configuration']
}

const failedAt = (
  failed: ConfigurationStep,
  configuration: Found['configuration'] = null,
): Found => ({ failed, configuration })

const tried = async <T>(ctx: Context, work: Promise<T>): Promise<T | undefined> => {
  try {
    return await work
  } catch (error) {
    ctx.log.info({ err: error }, 'an issuer that was tested did not answer')
    return undefined
  }
}

const walk = async (ctx: Context, issuer: string): Promise<Found> => {
  if (await isRefusedAddress(ctx, issuer)) return failedAt('ADDRESS')
  const document = await tried(ctx, fetched(ctx, documentOf(issuer)))
  if (document === undefined) return failedAt('ANSWER')
  // Letter by letter: whoever may name another could be that other.
  if (issuerIn(document) !== issuer) return failedAt('ISSUER')
  const metadata = Metadata.safeParse(document)
  if (!metadata.success) return failedAt('ENDPOINTS')
  const configuration = presented(metadata.data)
  const keys = Keys.safeParse(await tried(ctx, fetched(ctx, metadata.data.jwks_uri)))
  return keys.success ? { failed: null, configuration } : failedAt('KEYS', configuration)
}

/** Asks an issuer for its configuration, step by step. Nothing is stored. */
export const testConfiguration = async (ctx: Context, issuer: string): Promise<Shown> => {
  const { failed, configuration } = await walk(ctx, issuer)
  const place = failed === null ? configurationSteps.length : configurationSteps.indexOf(failed)
  const steps = configurationSteps.map(
    (step, index) =>
      ({
        step,
        outcome: index < place ? 'PASSED' : index === place ? 'FAILED' : 'NOT_TRIED',
      }) as const,
  )
  await ctx.transaction(async (ctx) => {
    audit(ctx, 'IDENTITY_PROVIDER_TESTED', {
      subject: { entity: 'IDENTITYPROVIDERS', id: '', name: issuer },
      attributes: { failed },
      outcome: failed === null ? 'SUCCESS' : 'FAILURE',
    })
  })
  return { steps, configuration }
}
