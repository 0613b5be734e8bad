import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Identity } from './receiver.ts'

const run = promisify(execFile)

export interface Authority {
  /** Its certificate, PEM. */
  readonly certificate: string
  /** A server that proves to be these, such as `DNS:hooks.example.test`. */
  issue(names: string): Promise<Identity>
  remove(): Promise<void>
}

const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']

/** A certificate authority of OpenSSL in a folder of its own. */
export const createAuthority = async (): Promise<Authority> => {
  const folder = await mkdtemp(join(tmpdir(), 'signet-authority-'))
  const at = (name: string): string => join(folder, name)
  const openssl = (...given: readonly string[]) => run('openssl', [...given], { cwd: folder })
  await openssl(
    'req',
    '-x509',
    ...newKey,
    '-keyout',
    'ca.key',
    '-out',
    'ca.pem',
    '-days',
    '2',
    '-subj',
    '/CN=Test authority',
  )
  return {
    certificate: await readFile(at('ca.pem'), 'utf8'),
    issue: async (names) => {
      await writeFile(at('names.cnf'), `subjectAltName=${names}\n`)
      await openssl(
        'req',
        ...newKey,
        '-keyout',
        'server.key',
        '-out',
        'server.csr',
        '-subj',
        '/CN=server',
      )
      await openssl(
        'x509',
        '-req',
        '-in',
        'server.csr',
        '-CA',
        'ca.pem',
        '-CAkey',
        'ca.key',
        '-CAcreateserial',
        '-days',
        '2',
        '-extfile',
        'names.cnf',
        '-out',
        'server.pem',
      )
      return {
        key: await readFile(at('server.key'), 'utf8'),
        cert: await readFile(at('server.pem'), 'utf8'),
      }
    },
    remove: () => rm(folder, { recursive: true }),
  }
}
