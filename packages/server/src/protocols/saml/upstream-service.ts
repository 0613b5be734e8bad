import { createHash } from 'node:crypto'
import { storedUpstreamResponseKey } from '@signet/contract/tenancy/stored-keys'
import type { Context } from '../../kit/context.ts'
import { ApiError } from '../../kit/errors.ts'
import {
  enabledProvider,
  type Provider,
  samlService,
} from '../../modules/applications/identity-providers/index.ts'
import { plainBase64 } from '../../platform/base64.ts'
import { SamlFault } from '../../platform/saml/saml-fault.ts'
import { longestMessage } from '../../platform/xml/tree.ts'
import { type Answer, post } from './answers.ts'

/* What we are to SAML identity providers: metadata, and where they post to. */

export type SamlProvider = Extract<Provider, { readonly protocol: 'saml' }>

const isId = (text: string): boolean => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)

/** The provider that an address is of. @throws SamlFault for none, one that is off, or of another kind */
export const samlProviderOf = async (ctx: Context, id: string): Promise<SamlProvider> => {
  if (!isId(id)) throw new SamlFault('no such provider', { code: 'UNKNOWN_ENTITY' })
  try {
    const provider = await enabledProvider(ctx, id)
    if (provider.protocol !== 'saml')
      throw new SamlFault('no such provider', { code: 'UNKNOWN_ENTITY' })
    return provider
  } catch (error) {
    if (error instanceof ApiError) {
      throw new SamlFault('no such provider', { code: 'UNKNOWN_ENTITY', cause: error })
    }
    throw error
  }
}

export const serviceMetadata = async (ctx: Context, id: string): Promise<string> =>
  samlService.metadataText(ctx, await samlProviderOf(ctx, id))

/** The page that posts a request of ours to a provider that does not read redirects. */
export const postRequest = async (ctx: Context, id: string, requestId: string): Promise<Answer> => {
  const provider = await samlProviderOf(ctx, id)
  if (provider.signInBinding !== 'POST' || !isId(requestId)) throw new SamlFault('no request')
  const text = await samlService.postedRequest(ctx, provider, requestId)
  return post({ action: provider.signInUrl, kind: 'SAMLRequest', text, relayState: null })
}

const script = `const f=document.forms[0].elements;
sessionStorage.setItem(f.place.value,f.response.value);location.replace(f.next.value)`
const hash = createHash('sha256').update(script).digest('base64')

const headers = {
  'Content-Security-Policy': `default-src 'none'; script-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Content-Type': 'text/html; charset=utf-8',
} as const

const field = (name: string, value: string): string =>
  `<input type="hidden" name="${name}" value="${value}">`

/**
 * Takes a response from another site's page into this one. The browser shows no cookie with it, so
 * nothing is decided here: the sign-in that waits in this tab goes on with it, or nobody does.
 */
export const takeResponse = async (ctx: Context, id: string, body: string): Promise<Answer> => {
  const provider = await samlProviderOf(ctx, id)
  const response = plainBase64(new URLSearchParams(body).get('SAMLResponse') ?? '', longestMessage)
  if (response === null || response === '') throw new SamlFault('no response')
  const fields = [
    field('place', storedUpstreamResponseKey),
    field('response', response),
    field('next', `/idp/complete/${provider.id}`),
  ]
  return {
    status: 200,
    headers,
    body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Continue</title></head>
<body><form>${fields.join('')}</form><script>${script}</script></body></html>`,
  }
}
