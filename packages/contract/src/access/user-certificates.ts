import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Instant } from '../kit/schemas.ts'
import { AuthenticationResponse, AuthenticationState } from './authentication.ts'

/** What the client has shown in TLS: its own certificate, whether it is believed or not. */
export const PresentedCertificate = z
  .object({
    subject: z.string(),
    issuer: z.string(),
    validUntil: Instant,
    /** SHA-256 in hexadecimal. */
    fingerprint: z.string(),
  })
  .meta({ id: 'PresentedCertificate' })

export const startCertificateSignIn = endpoint({
  method: 'POST',
  path: '/api/web/v1/ssl/start',
  actor: 'public',
  body: AuthenticationResponse.pick({ authToken: true }).meta({ id: 'CertificateSignInStart' }),
  answer: z
    .object({
      authToken: z.string(),
      /** Null where the client has shown none, or this service asks for none. */
      certificate: PresentedCertificate.nullable(),
    })
    .meta({ id: 'CertificateSignInStarted' }),
  errors: ['no_transaction'],
  audit: null,
  limit: 'authenticate',
  api: 'authentication',
  summary: 'Which certificate this client would sign in with',
  description:
    'For a sign-in that a certificate may begin. The certificate is that of the TLS connection, or the one that a declared proxy hands on; nothing is told of whom it is good for.',
})

export const completeCertificateSignIn = endpoint({
  method: 'POST',
  path: '/api/web/v1/ssl/complete',
  actor: 'public',
  body: AuthenticationResponse.omit({
    response: true,
    fidoResponse: true,
    kbaResponse: true,
  }).meta({ id: 'CertificateSignInCompletion' }),
  answer: AuthenticationState,
  errors: [
    'no_transaction',
    'invalid_user_response',
    'user_locked',
    'user_invalid_state',
    'registration_expired',
    'access_denied',
    'too_many_sessions',
  ],
  audit: 'AUTHENTICATION',
  limit: 'authenticate',
  api: 'authentication',
  summary: 'Sign in with the certificate of this connection',
  description:
    'Proves one factor: possession of the key. The path has to end at a trust anchor of the settings `usercertauthenticator`, and the name in the certificate has to be one user’s; whatever is wrong is answered alike.',
})
