import { execFile } from 'node:child_process'
import { createPrivateKey, hash, X509Certificate } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fromBuffer } from 'yauzl'
import { createPassSigner, type PassSigner } from '../../../testing/issuance/pass-signer.ts'
import { applePass } from './apple-pass.ts'

const run = promisify(execFile)
let folder: string
let signer: PassSigner
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signet-pass-'))
  signer = await createPassSigner()
})
afterAll(() => rm(folder, { recursive: true }))

/** What another reader finds in a ZIP file. */
const unzipped = (bytes: Buffer): Promise<Map<string, Buffer>> =>
  new Promise((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: true }, (error, zip) => {
      if (error !== null) return reject(error)
      const found = new Map<string, Buffer>()
      zip.on('end', () => resolve(found))
      zip.on('error', reject)
      zip.on('entry', (entry) =>
        zip.openReadStream(entry, (fault, stream) => {
          if (fault !== null) return reject(fault)
          const parts: Buffer[] = []
          stream.on('data', (part: Buffer) => parts.push(part))
          stream.on('end', () => {
            found.set(entry.fileName, Buffer.concat(parts))
            zip.readEntry()
          })
        }),
      )
      zip.readEntry()
    })
  })

const made = (): Buffer =>
  applePass(
    { formatVersion: 1, description: 'Ausweis für Grüße' },
    new Map([['icon.png', Buffer.from('picture')]]),
    {
      key: createPrivateKey(signer.key),
      certificate: new X509Certificate(signer.certificate),
      authority: new X509Certificate(signer.authority),
      at: new Date(),
    },
  )

const verified = async (manifest: Buffer, signature: Buffer): Promise<string> => {
  await writeFile(join(folder, 'manifest.json'), manifest)
  await writeFile(join(folder, 'signature'), signature)
  await writeFile(join(folder, 'ca.pem'), signer.authority)
  const asked = 'smime -verify -inform DER -in signature -content manifest.json -binary'
  const { stdout } = await run(
    'openssl',
    [...asked.split(' '), '-CAfile', 'ca.pem', '-purpose', 'any'],
    { cwd: folder },
  )
  return stdout
}

describe('a pass for Apple Wallet', () => {
  it('holds the SHA-1 of each of its members', async () => {
    const members = await unzipped(made())
    const manifest = Object(JSON.parse(String(members.get('manifest.json'))))
    expect(Object.keys(manifest).toSorted()).toEqual(['icon.png', 'pass.json'])
    for (const [name, digest] of Object.entries(manifest)) {
      expect(hash('sha1', members.get(name) ?? Buffer.alloc(0), 'hex')).toBe(digest)
    }
    await writeFile(join(folder, 'pass.pkpass'), made())
    const { stdout } = await run('openssl', ['dgst', '-sha256', 'pass.pkpass'], { cwd: folder })
    expect(stdout).toContain(hash('sha256', await readFile(join(folder, 'pass.pkpass')), 'hex'))
  })

  /* Guard: the message digest among the signed attributes (detached-signature.ts). */
  it('is signed so that OpenSSL agrees, and not for another manifest', {
    meta: { covers: ['S57'] },
  }, async () => {
    const members = await unzipped(made())
    const [manifest, signature] = ['manifest.json', 'signature'].map(
      (name) => members.get(name) ?? Buffer.alloc(0),
    )
    if (manifest === undefined || signature === undefined) throw new Error('members are missing')
    expect(await verified(manifest, signature)).toBe(String(manifest))
    const other = Buffer.from(String(manifest).replace('icon', 'logo'))
    await expect(verified(other, signature)).rejects.toThrow('Verification failure')
  })
})
