import { hash } from 'node:crypto'
import { detachedSignature, type Signer } from './detached-signature.ts'
import { type Members, storedZip } from './stored-zip.ts'

interface AppleSigning extends Signer {
  readonly at: Date
}

/**
 * A pass as Apple Wallet takes it (Apple, “Wallet Developer Guide”): `pass.json` and pictures, the
 * SHA-1 of each in a manifest, and a signature of the manifest. SHA-1 is the format's own; the
 * signature is by SHA-256.
 */
export const applePass = (pass: object, pictures: Members, signing: AppleSigning): Buffer => {
  const members = new Map<string, Uint8Array>([
    ['pass.json', Buffer.from(JSON.stringify(pass))],
    ...pictures,
  ])
  const digests = [...members].map(([name, content]) => [name, hash('sha1', content, 'hex')])
  const manifest = Buffer.from(JSON.stringify(Object.fromEntries(digests)))
  members.set('manifest.json', manifest)
  members.set('signature', detachedSignature(manifest, signing, signing.at))
  return storedZip(members)
}
