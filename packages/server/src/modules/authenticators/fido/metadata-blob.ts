import { X509Certificate } from 'node:crypto'
import { abort } from '@signet/rules/abort'
import { compactVerify, decodeProtectedHeader } from 'jose'
import { z } from 'zod'
import { leadsTo } from './certificate-path.ts'

/** What the metadata says of one kind of authenticator (FIDO Metadata Service 3, 3.1.1). */
export interface AuthenticatorKind {
  readonly name: string
  /** A data address of an image; null for none that a page may show. */
  readonly icon: string | null
  readonly roots: readonly X509Certificate[]
  /** May sign its statement with the new key itself. */
  readonly attestsItself: boolean
  readonly compromised: boolean
}

export interface Metadata {
  /** Grows with each issue. */
  readonly number: number
  readonly nextUpdate: Date
  readonly byAaguid: ReadonlyMap<string, AuthenticatorKind>
  /** U2F keys, by the SHA-1 of their attestation key in hexadecimal. */
  readonly byKey: ReadonlyMap<string, AuthenticatorKind>
}

const Entry = z.object({
  aaguid: z.string().max(100, abort).optional(),
  attestationCertificateKeyIdentifiers: z.array(z.string().max(100, abort)).optional(),
  metadataStatement: z
    .object({
      description: z.string().max(500, abort),
      icon: z.string().optional(),
      attestationTypes: z.array(z.string()).default([]),
      attestationRootCertificates: z.array(z.string()).default([]),
    })
    .optional(),
  statusReports: z.array(z.object({ status: z.string() })).default([]),
})

const Payload = z.object({
  no: z.int().min(0),
  nextUpdate: z.iso.date(),
  entries: z.array(Entry).max(100_000, abort),
})

const Header = z.object({ x5c: z.array(z.string()).min(1).max(10, abort) })

/** FIDO Metadata Service 3, 3.1.4: each means that a signature proves nothing any more. */
const compromises = new Set([
  'USER_VERIFICATION_BYPASS',
  'ATTESTATION_KEY_COMPROMISE',
  'USER_KEY_REMOTE_COMPROMISE',
  'USER_KEY_PHYSICAL_COMPROMISE',
  'REVOKED',
])

const mostIconLetters = 100_000

/** Pictures alone, and none that is fetched from somewhere. */
const iconOf = (icon: string | undefined): string | null =>
  icon !== undefined &&
  icon.length <= mostIconLetters &&
  /^data:image\/(?:png|jpeg|svg\+xml);base64,[\w+/]+=*$/.test(icon)
    ? icon
    : null

const certificateOf = (base64: string): X509Certificate =>
  new X509Certificate(Buffer.from(base64, 'base64'))

/** Old entries hold certificates that cannot be read: nothing leads to those. */
const rootsOf = (texts: readonly string[]): readonly X509Certificate[] =>
  texts.flatMap((text) => {
    try {
      return [certificateOf(text)]
    } catch {
      return []
    }
  })

const kindOf = ({ metadataStatement, statusReports }: z.output<typeof Entry>) => {
  if (metadataStatement === undefined) return null
  const { description, icon, attestationTypes, attestationRootCertificates } = metadataStatement
  let roots: readonly X509Certificate[] | undefined
  return {
    name: description,
    icon: iconOf(icon),
    // Read when a statement asks for them: there are thousands.
    get roots() {
      roots ??= rootsOf(attestationRootCertificates)
      return roots
    },
    attestsItself: attestationTypes.includes('basic_surrogate'),
    compromised: statusReports.some(({ status }) => compromises.has(status)),
  }
}

const indexed = (entries: readonly z.output<typeof Entry>[]) => {
  const byAaguid = new Map<string, AuthenticatorKind>()
  const byKey = new Map<string, AuthenticatorKind>()
  for (const entry of entries) {
    const kind = kindOf(entry)
    if (kind === null) continue
    if (entry.aaguid !== undefined) byAaguid.set(entry.aaguid.toLowerCase(), kind)
    for (const key of entry.attestationCertificateKeyIdentifiers ?? []) {
      byKey.set(key.toLowerCase(), kind)
    }
  }
  return { byAaguid, byKey }
}

interface Trust {
  readonly roots: readonly X509Certificate[]
  readonly now: Date
}

/**
 * Reads the BLOB of the FIDO Metadata Service (section 3.1.7): its signature by the first
 * certificate of its header, and that certificate's path to the operator's roots.
 * @throws Error naming what is wrong
 */
export const readBlob = async (blob: string, { roots, now }: Trust): Promise<Metadata> => {
  const text = blob.trim()
  const { x5c } = Header.parse(decodeProtectedHeader(text))
  const chain = x5c.map(certificateOf)
  const [signer] = chain
  if (signer === undefined || !leadsTo(chain, roots, now)) {
    throw new Error('the signature of the metadata does not lead to the given root')
  }
  const { payload } = await compactVerify(text, signer.publicKey, {
    algorithms: ['RS256', 'PS256', 'ES256', 'ES384', 'ES512'],
  })
  const { no, nextUpdate, entries } = Payload.parse(JSON.parse(Buffer.from(payload).toString()))
  return { number: no, nextUpdate: new Date(nextUpdate), ...indexed(entries) }
}

/** Certificates of a PEM file. */
export const readRoots = (pem: string): readonly X509Certificate[] =>
  (pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []).map(
    (text) => new X509Certificate(text),
  )
