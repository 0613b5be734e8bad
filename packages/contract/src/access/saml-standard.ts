import { abort } from '@signet/rules/abort'
import { samlRelayStateBytes } from '@signet/rules/applications'
import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { noContent } from '../kit/schemas.ts'

/* Calls of the SAML 2.0 identity provider at fixed paths; the protocol serves them. */

const open = {
  actor: 'public',
  errors: ['account_locked'],
  audit: null,
  limit: 'read',
  api: 'authentication',
  redirects: true,
  answer: noContent,
} as const

const Message = z.string().describe('Base64; by GET deflated before (SAML 2.0 bindings, 3.4.4.1)')
const Redirected = {
  RelayState: z.string().max(samlRelayStateBytes, abort).optional(),
  SigAlg: z.string().optional(),
  Signature: z.string().optional(),
}

export const readSamlMetadata = endpoint({
  actor: 'public',
  errors: ['account_locked'],
  audit: null,
  limit: 'read',
  api: 'authentication',
  method: 'GET',
  path: '/api/saml',
  answer: z.string(),
  produces: 'application/samlmetadata+xml',
  summary: 'Metadata of the identity provider; its address is the entity id',
  description:
    'SAML 2.0 metadata, signed, with every certificate that signs, is to sign next or has signed.',
})

export const beginSamlSignIn = endpoint({
  ...open,
  method: 'GET',
  path: '/api/saml/SAML2/SSO',
  query: z.object({
    SAMLRequest: Message.optional(),
    ...Redirected,
    applicationId: z.string().optional().describe('Begins without a request of the application'),
    acsUrlId: z.string().optional().describe('Index of the consumer to answer to'),
  }),
  summary: 'Sign in to a SAML application (HTTP-Redirect binding), or begin there from here',
  description:
    'Answers a page that posts the response to the application, or leads to the sign-in page.',
})

export const postSamlSignIn = endpoint({
  ...open,
  method: 'POST',
  path: '/api/saml/SAML2/SSO',
  body: z.object({
    SAMLRequest: Message,
    RelayState: z.string().max(samlRelayStateBytes, abort).optional(),
  }),
  summary: 'Sign in to a SAML application (HTTP-POST binding)',
  description: 'The body is a form (application/x-www-form-urlencoded).',
})

export const beginSamlSignOut = endpoint({
  ...open,
  method: 'GET',
  path: '/api/saml/SAML2/SLO',
  query: z.object({
    SAMLRequest: Message.optional(),
    SAMLResponse: Message.optional(),
    ...Redirected,
  }),
  summary: 'Sign out everywhere (HTTP-Redirect binding), or tell of a sign-out',
  description:
    'Ends the session here and at every application that it was used for, by turns. Without a message it begins here.',
})

export const postSamlSignOut = endpoint({
  ...open,
  method: 'POST',
  path: '/api/saml/SAML2/SLO',
  body: z.object({
    SAMLRequest: Message.optional(),
    SAMLResponse: Message.optional(),
    RelayState: z.string().max(samlRelayStateBytes, abort).optional(),
  }),
  summary: 'Sign out everywhere (HTTP-POST and SOAP bindings)',
  description:
    'The body is a form, or a SOAP envelope (text/xml), which is answered by one: then applications that are told by SOAP are told at once.',
})

export const signInBySamlSoap = endpoint({
  actor: 'public',
  errors: ['account_locked'],
  audit: 'APPLICATION_SIGN_IN',
  limit: 'authenticate',
  api: 'authentication',
  method: 'POST',
  path: '/api/saml/SAML2/SSOSoap/',
  body: z.string().describe('A SOAP envelope (text/xml) with an AuthnRequest in its body'),
  answer: z.string(),
  produces: 'text/xml',
  summary: 'Sign in to a SAML application by a program (ECP, SOAP binding)',
  description:
    'The user’s name and password come by HTTP Basic; 401 where they are wrong. Whoever has to prove more is refused with `NoAuthnContext` (SAML 2.0 profiles, section 4.2).',
})
