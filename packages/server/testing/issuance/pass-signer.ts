import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export const passTypeId = 'pass.test.example.staff'
export const teamId = 'TEAM123456'

export interface PassSigner {
  /** PEM of the certificate that signs passes. */
  readonly certificate: string
  readonly key: string
  /** PEM of the authority that issued it. */
  readonly authority: string
}

interface Wanted {
  readonly days?: number
  readonly subject?: string
}

const rsa = ['-newkey', 'rsa:2048', '-nodes'] as const

/** A certificate as Apple gives them to pass types, by an authority of OpenSSL. */
export const createPassSigner = async ({
  days = 30,
  subject = `/UID=${passTypeId}/CN=Pass Type ID: ${passTypeId}/OU=${teamId}/O=Test/C=DE`,
}: Wanted = {}): Promise<PassSigner> => {
  const folder = await mkdtemp(join(tmpdir(), 'signet-passes-'))
  const openssl = (line: string, ...more: readonly string[]) =>
    run('openssl', [...line.split(' '), ...more], { cwd: folder })
  try {
    const authority = ['-keyout', 'ca.key', '-out', 'ca.pem', '-subj', '/CN=Test relations']
    await openssl('req -x509 -days 2', ...rsa, ...authority)
    await openssl('req', ...rsa, '-keyout', 'pass.key', '-out', 'pass.csr', '-subj', subject)
    const issued = '-in pass.csr -CA ca.pem -CAkey ca.key -CAcreateserial -out pass.pem'
    await openssl(`x509 -req ${issued} -days ${days}`)
    const read = (name: string) => readFile(join(folder, name), 'utf8')
    return {
      certificate: await read('pass.pem'),
      key: await read('pass.key'),
      authority: await read('ca.pem'),
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** The settings of both wallets, ready to sign. */
export const readySettings = ({ certificate, key, authority }: PassSigner, googleKey: string) => ({
  organizationName: 'Example University',
  appleEnabled: true,
  applePassTypeId: passTypeId,
  appleTeamId: teamId,
  appleCertificate: certificate,
  appleIntermediate: authority,
  googleEnabled: true,
  googleIssuerId: '3388000000012345678',
  googleClientEmail: 'passes@example-project.iam.gserviceaccount.com',
  secrets: { appleKey: key, googleKey },
})
