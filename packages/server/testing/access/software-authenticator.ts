import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { cbor } from './cbor.ts'

export type Algorithm = -7 | -8 | -257 | -35

/** What a wicked or broken authenticator does otherwise. */
export interface Misdeeds {
  readonly origin?: string
  readonly rpId?: string
  readonly challenge?: string
  readonly crossOrigin?: boolean
  readonly topOrigin?: string
  readonly type?: string
  readonly userPresent?: boolean
  readonly userVerified?: boolean
  /** Flags set besides: 0x08 backup eligible, 0x10 backed up. */
  readonly flags?: number
  readonly counter?: number
  readonly rawId?: string
  readonly format?: string
  readonly userHandle?: string
}

interface Made {
  readonly authData: Buffer
  readonly clientDataHash: Buffer
  readonly rpIdHash: Buffer
  readonly credentialId: Buffer
  readonly publicKey: KeyObject
}

/** Who made the authenticator, and vouches for it. */
export interface Maker {
  readonly aaguid: Buffer
  readonly format: string
  attest(made: Made): ReadonlyMap<string, number | Buffer | Buffer[]>
}

const pairOf = (algorithm: Algorithm) => {
  if (algorithm === -8) return generateKeyPairSync('ed25519')
  if (algorithm === -257) return generateKeyPairSync('rsa', { modulusLength: 2048 })
  return generateKeyPairSync('ec', { namedCurve: algorithm === -7 ? 'P-256' : 'P-384' })
}

const bytes = (text: string | undefined): Buffer => Buffer.from(text ?? '', 'base64url')

/** COSE keys (RFC 9053, section 7; RFC 8230, section 4). */
const coseKey = (algorithm: Algorithm, key: KeyObject): Buffer => {
  const { x, y, n, e } = key.export({ format: 'jwk' })
  if (algorithm === -8) {
    return cbor(
      new Map<number, number | Buffer>([
        [1, 1],
        [3, -8],
        [-1, 6],
        [-2, bytes(x)],
      ]),
    )
  }
  if (algorithm === -257) {
    return cbor(
      new Map<number, number | Buffer>([
        [1, 3],
        [3, -257],
        [-1, bytes(n)],
        [-2, bytes(e)],
      ]),
    )
  }
  const curve = algorithm === -7 ? 1 : 2
  return cbor(
    new Map<number, number | Buffer>([
      [1, 2],
      [3, algorithm],
      [-1, curve],
      [-2, bytes(x)],
      [-3, bytes(y)],
    ]),
  )
}

const sha256 = (data: Buffer | string): Buffer => createHash('sha256').update(data).digest()

interface Asked {
  readonly challenge: string
}

/** An authenticator and the browser around it, in software. */
export const createAuthenticator = (
  origin: string,
  algorithm: Algorithm = -7,
  maker: Maker | null = null,
) => {
  const { publicKey, privateKey } = pairOf(algorithm)
  const id = randomBytes(32)
  const rpId = new URL(origin).hostname
  let counter = 0
  const clientData = (type: string, { challenge }: Asked, misdeeds: Misdeeds): Buffer =>
    Buffer.from(
      JSON.stringify({
        type: misdeeds.type ?? type,
        challenge: misdeeds.challenge ?? challenge,
        origin: misdeeds.origin ?? origin,
        crossOrigin: misdeeds.crossOrigin ?? false,
        ...(misdeeds.topOrigin === undefined ? {} : { topOrigin: misdeeds.topOrigin }),
      }),
    )
  const authData = (misdeeds: Misdeeds, attested: Buffer | null): Buffer => {
    counter += 1
    const count = Buffer.alloc(4)
    count.writeUInt32BE(misdeeds.counter ?? counter)
    const flags =
      (misdeeds.userPresent === false ? 0 : 0x01) |
      (misdeeds.userVerified === false ? 0 : 0x04) |
      (attested === null ? 0 : 0x40) |
      (misdeeds.flags ?? 0)
    return Buffer.concat([
      sha256(misdeeds.rpId ?? rpId),
      Buffer.of(flags),
      count,
      attested ?? Buffer.alloc(0),
    ])
  }
  return {
    id: id.toString('base64url'),
    register(asked: Asked, misdeeds: Misdeeds = {}) {
      const attested = Buffer.concat([
        maker?.aaguid ?? Buffer.alloc(16),
        Buffer.of(0, id.length),
        id,
        coseKey(algorithm, publicKey),
      ])
      const data = clientData('webauthn.create', asked, misdeeds)
      const made = {
        authData: authData(misdeeds, attested),
        clientDataHash: sha256(data),
        rpIdHash: sha256(misdeeds.rpId ?? rpId),
        credentialId: id,
        publicKey,
      }
      const attestation = new Map<string, Parameters<typeof cbor>[0]>([
        ['fmt', misdeeds.format ?? maker?.format ?? 'none'],
        ['attStmt', maker?.attest(made) ?? new Map()],
        ['authData', made.authData],
      ])
      return {
        id: id.toString('base64url'),
        rawId: misdeeds.rawId ?? id.toString('base64url'),
        clientDataJSON: data.toString('base64url'),
        attestationObject: cbor(attestation).toString('base64url'),
        transports: ['internal'],
      }
    },
    assert(asked: Asked, misdeeds: Misdeeds = {}) {
      const data = clientData('webauthn.get', asked, misdeeds)
      const authenticatorData = authData(misdeeds, null)
      const signed = Buffer.concat([authenticatorData, sha256(data)])
      const digest = algorithm === -8 ? null : algorithm === -35 ? 'sha384' : 'sha256'
      return {
        credentialId: id.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: sign(digest, signed, privateKey).toString('base64url'),
        clientDataJSON: data.toString('base64url'),
        ...(misdeeds.userHandle === undefined ? {} : { userHandle: misdeeds.userHandle }),
      }
    },
  }
}

export type SoftwareAuthenticator = ReturnType<typeof createAuthenticator>
