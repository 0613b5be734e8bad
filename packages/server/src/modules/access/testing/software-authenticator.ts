import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { cbor } from './cbor.ts'

export type Algorithm = -7 | -8 | -257 | -35

/** What a wicked or broken authenticator does otherwise. */
export interface Misdeeds {
  readonly origin?: string
  readonly rpId?: string
  readonly challenge?: string
  readonly crossOrigin?: boolean
  readonly type?: string
  readonly userVerified?: boolean
  readonly counter?: number
  readonly rawId?: string
  readonly format?: string
  readonly userHandle?: string
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
export const createAuthenticator = (origin: string, algorithm: Algorithm = -7) => {
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
      }),
    )
  const authData = (misdeeds: Misdeeds, attested: Buffer | null): Buffer => {
    counter += 1
    const count = Buffer.alloc(4)
    count.writeUInt32BE(misdeeds.counter ?? counter)
    const flags =
      0x01 | (misdeeds.userVerified === false ? 0 : 0x04) | (attested === null ? 0 : 0x40)
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
        Buffer.alloc(16),
        Buffer.of(0, id.length),
        id,
        coseKey(algorithm, publicKey),
      ])
      const attestation = new Map<string, string | Buffer | ReadonlyMap<string, string>>([
        ['fmt', misdeeds.format ?? 'none'],
        ['attStmt', new Map()],
        ['authData', authData(misdeeds, attested)],
      ])
      return {
        id: id.toString('base64url'),
        rawId: misdeeds.rawId ?? id.toString('base64url'),
        clientDataJSON: clientData('webauthn.create', asked, misdeeds).toString('base64url'),
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
