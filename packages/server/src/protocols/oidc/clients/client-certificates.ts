import type { X509Certificate } from 'node:crypto'
import type { KoaContextWithOIDC } from 'oidc-provider'
import { clients } from '../../../modules/applications/oidc-applications/index.ts'
import { isTrusted } from '../../../modules/authenticators/user-certificates/index.ts'
import { unitOfWork } from '../unit-of-work.ts'
import { settingsOf } from './client-settings.ts'

/* Certificates of clients (RFC 8705): of the connection, or of the header of a declared proxy. */

const presented = (): X509Certificate | null => unitOfWork().ctx.request.certificate?.() ?? null

/** Whether an authority that the application named stands behind it now (section 2.1). */
const isAuthorized = ({ oidc: { client } }: KoaContextWithOIDC): boolean => {
  const certificate = presented()
  if (client === undefined || certificate === null) return false
  const { certificateAuthorities: trustAnchors } = settingsOf(client)
  if (trustAnchors === null) return false
  const trust = { trustAnchors, clientAuthRequired: false, refused: [] }
  return isTrusted(certificate, trust, unitOfWork().ctx.platform.clock.now())
}

/** Name of a kind and value, as Node.js writes alternative names: odd values are quoted. */
const alternativeName = /([^:,"]+):("(?:[^"\\]|\\.)*"|[^,"]*)(?:, |$)/y

/** The alternative names of a kind; none where the list cannot be read to its end. */
export const alternativeNames = (list: string, kind: string): readonly string[] => {
  const names: string[] = []
  alternativeName.lastIndex = 0
  while (alternativeName.lastIndex < list.length) {
    const [, name, value = ''] = alternativeName.exec(list) ?? []
    if (name === undefined) return []
    if (name === kind) names.push(value.startsWith('"') ? String(JSON.parse(value)) : value)
  }
  return names
}

const typeAndValue = (part: string): string => {
  const at = part.indexOf('=')
  return `${part.slice(0, at).trim().toUpperCase()}=${part.slice(at + 1).trim()}`
}

/** A distinguished name as RFC 4514 writes it: the last part first. */
const partsOf = (name: string): readonly string[] =>
  name
    .split(/(?<!\\),/)
    .map(typeAndValue)
    .toReversed()

const hasSubject = ({ subject }: X509Certificate, expected: string): boolean =>
  JSON.stringify(subject.split('\n').map(typeAndValue)) === JSON.stringify(partsOf(expected))

type Matches = (certificate: X509Certificate, expected: string) => boolean

const matchers: Readonly<Record<string, Matches>> = {
  tls_client_auth_subject_dn: hasSubject,
  // A wildcard in the certificate names nobody in particular.
  tls_client_auth_san_dns: (certificate, expected) =>
    certificate.checkHost(expected, { subject: 'never', wildcards: false })?.toLowerCase() ===
    expected.toLowerCase(),
  tls_client_auth_san_uri: ({ subjectAltName = '' }, expected) =>
    alternativeNames(subjectAltName, 'URI').includes(expected),
  tls_client_auth_san_ip: (certificate, expected) => certificate.checkIP(expected) !== undefined,
  tls_client_auth_san_email: (certificate, expected) =>
    certificate.checkEmail(expected, { subject: 'never' }) !== undefined,
}

/** Section 2.1.2: the one name that the application has registered. */
const hasName = (_koa: KoaContextWithOIDC, property: string, expected: string): boolean => {
  const certificate = presented()
  return certificate !== null && matchers[property]?.(certificate, expected) === true
}

export const mutualTls = {
  ...clients.features.mTLS,
  getCertificate: () => presented() ?? undefined,
  certificateAuthorized: isAuthorized,
  certificateSubjectMatches: hasName,
}
