import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

const tlv = (tag: number, ...parts: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(parts)
  const { length } = body
  const head =
    length < 128
      ? Buffer.of(tag, length)
      : length < 256
        ? Buffer.of(tag, 0x81, length)
        : Buffer.of(tag, 0x82, length >> 8, length & 0xff)
  return Buffer.concat([head, body])
}

const sequence = (...parts: readonly Buffer[]) => tlv(0x30, ...parts)

const base128 = (value: number): number[] =>
  value < 128 ? [value] : [...base128(value >> 7).map((byte) => byte | 0x80), value & 0x7f]

const oid = (text: string): Buffer => {
  const [first = 0, second = 0, ...rest] = text.split('.').map(Number)
  return tlv(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]))
}

const ecdsaWith = {
  sha1: sequence(oid('1.2.840.10045.4.1')),
  sha256: sequence(oid('1.2.840.10045.4.3.2')),
}
const nameTypes: Readonly<Record<string, string>> = {
  C: '2.5.4.6',
  O: '2.5.4.10',
  OU: '2.5.4.11',
  CN: '2.5.4.3',
  serialNumber: '2.5.4.5',
}

const nameOf = (name: Readonly<Record<string, string>>): Buffer =>
  sequence(
    ...Object.entries(name).map(([type, value]) =>
      tlv(0x31, sequence(oid(nameTypes[type] ?? ''), tlv(0x13, Buffer.from(value)))),
    ),
  )

const extension = (id: string, value: Buffer): Buffer => sequence(oid(id), tlv(0x04, value))

export interface TestCertificate {
  readonly der: Buffer
  readonly name: Readonly<Record<string, string>>
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
}

interface Wanted {
  readonly name: Readonly<Record<string, string>>
  /** Signs itself without one. */
  readonly issuer?: TestCertificate
  readonly isAuthority?: boolean
  readonly aaguid?: Buffer
  readonly until?: string
  /** Alternative names: mail addresses and principal names (Microsoft). */
  readonly mails?: readonly string[]
  readonly principalNames?: readonly string[]
  readonly hosts?: readonly string[]
  readonly uris?: readonly string[]
  /** Says that it is for client authentication. */
  readonly isForClients?: boolean
  readonly hash?: keyof typeof ecdsaWith
}

const principalName = (name: string): Buffer =>
  tlv(0xa0, oid('1.3.6.1.4.1.311.20.2.3'), tlv(0xa0, tlv(0x0c, Buffer.from(name))))

const alternativeNames = (wanted: Wanted): readonly Buffer[] => {
  const { mails = [], principalNames = [], hosts = [], uris = [] } = wanted
  const names = [
    ...hosts.map((host) => tlv(0x82, Buffer.from(host))),
    ...uris.map((uri) => tlv(0x86, Buffer.from(uri))),
    ...mails.map((mail) => tlv(0x81, Buffer.from(mail))),
    ...principalNames.map(principalName),
  ]
  return names.length === 0 ? [] : [extension('2.5.29.17', sequence(...names))]
}

const purposes = ({ isForClients = false }: Wanted): readonly Buffer[] =>
  isForClients ? [extension('2.5.29.37', sequence(oid('1.3.6.1.5.5.7.3.2')))] : []

/** A certificate (RFC 5280) with a new P-256 key, good from 2020 to 2049. */
export const createCertificate = (wanted: Wanted): TestCertificate => {
  const { name, issuer, isAuthority = false, aaguid, until = '490101000000Z' } = wanted
  const { hash = 'sha256' } = wanted
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const constraints = isAuthority ? sequence(tlv(0x01, Buffer.of(0xff))) : sequence()
  const extensions = [
    extension('2.5.29.19', constraints),
    ...alternativeNames(wanted),
    ...purposes(wanted),
    ...(aaguid === undefined ? [] : [extension('1.3.6.1.4.1.45724.1.1.4', tlv(0x04, aaguid))]),
  ]
  const body = sequence(
    tlv(0xa0, tlv(0x02, Buffer.of(2))),
    tlv(0x02, Buffer.concat([Buffer.of(1), randomBytes(8)])),
    ecdsaWith[hash],
    nameOf(issuer?.name ?? name),
    sequence(tlv(0x17, Buffer.from('200101000000Z')), tlv(0x17, Buffer.from(until))),
    nameOf(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    tlv(0xa3, sequence(...extensions)),
  )
  const signature = sign(hash, body, issuer?.privateKey ?? privateKey)
  const der = sequence(body, ecdsaWith[hash], tlv(0x03, Buffer.of(0), signature))
  return { der, name, privateKey, publicKey }
}

export const pemOf = ({ der }: TestCertificate): string =>
  `-----BEGIN CERTIFICATE-----\n${der.toString('base64')}\n-----END CERTIFICATE-----\n`
