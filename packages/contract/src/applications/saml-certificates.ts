import { z } from 'zod'
import { callsOn } from '../kit/calls-on.ts'
import { endpoint } from '../kit/endpoint.ts'
import { IdParams, Instant, noContent, Uuid } from '../kit/schemas.ts'

/** NEXT is told in the metadata and does not sign yet; FORMER is told until it is removed. */
export const SamlCertificateState = z
  .enum(['NEXT', 'ACTIVE', 'FORMER'])
  .meta({ id: 'SamlCertificateState' })

export const SamlCertificate = z
  .object({
    id: Uuid,
    state: SamlCertificateState,
    /** PEM. */
    certificate: z.string(),
    /** SHA-256 of the certificate, as pairs of digits with colons. */
    fingerprint: z.string(),
    notBefore: Instant,
    notAfter: Instant,
    createdAt: Instant,
  })
  .meta({ id: 'SamlSigningCertificate' })

const path = '/api/web/v1/applications/saml/certificates'
const { view, edit } = callsOn('APPLICATIONS')

export const listSamlCertificates = endpoint({
  ...view,
  path,
  answer: z.array(SamlCertificate),
  errors: [],
  summary: 'The certificates of this identity provider, those that sign first',
})

export const createSamlCertificate = endpoint({
  ...edit,
  method: 'POST',
  path,
  answer: SamlCertificate,
  sensitive: true,
  errors: ['saml_certificate_pending'],
  audit: 'APPLICATION_CERTIFICATE_CREATED',
  summary: 'Make the certificate that is to sign next',
  description:
    'It is told in the metadata at once and signs once it is activated, so that applications can learn it before. A key of 3,072 bits; valid for ten years.',
})

export const activateSamlCertificate = endpoint({
  ...edit,
  path: `${path}/:id/activate`,
  params: IdParams,
  answer: SamlCertificate,
  sensitive: true,
  errors: ['not_found'],
  audit: 'APPLICATION_CERTIFICATE_ACTIVATED',
  summary: 'Let this certificate sign from now on; the one before stays in the metadata',
})

export const deleteSamlCertificate = endpoint({
  ...edit,
  method: 'DELETE',
  path: `${path}/:id`,
  params: IdParams,
  answer: noContent,
  sensitive: true,
  errors: ['not_found', 'saml_certificate_active'],
  audit: 'APPLICATION_CERTIFICATE_DELETED',
  summary: 'Take a certificate that does not sign out of the metadata, with its key',
})
