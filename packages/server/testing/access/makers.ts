import { createHash, randomBytes, sign } from 'node:crypto'
import { createCertificate, type TestCertificate } from './certificates.ts'
import type { Maker } from './software-authenticator.ts'

interface MakerOptions {
  readonly aaguid?: Buffer
  /** Issues the certificate that attests; a root of the maker's own without one. */
  readonly root?: TestCertificate
  readonly format?: 'packed' | 'fido-u2f'
  readonly until?: string
}

export const createRoot = (name = 'Root'): TestCertificate =>
  createCertificate({ name: { C: 'SE', O: 'Maker', CN: name }, isAuthority: true })

const uncompressed = (x: string | undefined, y: string | undefined): Buffer =>
  Buffer.concat([
    Buffer.of(4),
    Buffer.from(x ?? '', 'base64url'),
    Buffer.from(y ?? '', 'base64url'),
  ])

/** A maker of authenticators who attests them (WebAuthn level 3, 8.2 and 8.6). */
export const createMaker = (options: MakerOptions = {}) => {
  const { format = 'packed', root = createRoot() } = options
  const aaguid = format === 'fido-u2f' ? Buffer.alloc(16) : (options.aaguid ?? randomBytes(16))
  const leaf = createCertificate({
    name: { C: 'SE', O: 'Maker', OU: 'Authenticator Attestation', CN: 'Batch 1' },
    issuer: root,
    aaguid,
    ...(options.until === undefined ? {} : { until: options.until }),
  })
  const maker: Maker = {
    aaguid,
    format,
    attest({ authData, clientDataHash, rpIdHash, credentialId, publicKey }) {
      const { x, y } = publicKey.export({ format: 'jwk' })
      const signed =
        format === 'packed'
          ? Buffer.concat([authData, clientDataHash])
          : Buffer.concat([
              Buffer.of(0),
              rpIdHash,
              clientDataHash,
              credentialId,
              uncompressed(x, y),
            ])
      const sig = sign('sha256', signed, leaf.privateKey)
      return new Map<string, number | Buffer | Buffer[]>([
        ...(format === 'packed' ? [['alg', -7] as const] : []),
        ['sig', sig],
        ['x5c', [leaf.der]],
      ])
    },
  }
  const hex = aaguid.toString('hex')
  const aaguidText = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  const point = leaf.publicKey.export({ type: 'spki', format: 'der' }).subarray(-65)
  const keyIdentifier = createHash('sha1').update(point).digest('hex')
  return { ...maker, root, aaguidText, keyIdentifier }
}

export type TestMaker = ReturnType<typeof createMaker>

export interface EntryOptions {
  readonly name?: string
  readonly icon?: string
  readonly statuses?: readonly string[]
}

/** An entry of the metadata for a maker's authenticators. */
export const entryOf = (
  { aaguidText, format, root, keyIdentifier }: TestMaker,
  { name = 'Maker One', icon, statuses = ['FIDO_CERTIFIED'] }: EntryOptions = {},
) => ({
  ...(format === 'fido-u2f'
    ? { attestationCertificateKeyIdentifiers: [keyIdentifier] }
    : { aaguid: aaguidText }),
  metadataStatement: {
    description: name,
    attestationTypes: ['basic_full'],
    attestationRootCertificates: [root.der.toString('base64')],
    ...(icon === undefined ? {} : { icon }),
  },
  statusReports: statuses.map((status) => ({ status })),
  timeOfLastStatusChange: '2026-01-01',
})

interface BlobOptions {
  readonly number?: number
  readonly nextUpdate?: string
}

/** A BLOB as the FIDO Metadata Service signs it, by a signer under `root`. */
export const createBlob = (
  root: TestCertificate,
  entries: readonly object[],
  { number = 1, nextUpdate = '2040-01-01' }: BlobOptions = {},
): string => {
  const signer = createCertificate({ name: { C: 'US', CN: 'mds.example.test' }, issuer: root })
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const header = part({ alg: 'ES256', typ: 'JWT', x5c: [signer.der.toString('base64')] })
  const payload = part({ legalHeader: 'test', no: number, nextUpdate, entries })
  const key = { key: signer.privateKey, dsaEncoding: 'ieee-p1363' } as const
  const signature = sign('sha256', Buffer.from(`${header}.${payload}`), key).toString('base64url')
  return `${header}.${payload}.${signature}`
}
