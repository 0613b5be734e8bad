import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from './client.ts'
import { authorityFile } from './service.ts'

export interface Apache {
  /** What is guarded. */
  readonly url: string
  /** What it has written down. */
  log(): Promise<string>
  close(): Promise<void>
}

const modules = ['mpm_event', 'authn_core', 'authz_core', 'authz_user', 'dir', 'headers']

interface Wanted {
  readonly port: number
  readonly issuer: string
  readonly client: Client
  /** Claims that are shown on the page. */
  readonly more?: readonly string[]
}

/** As the manual of mod_auth_openidc begins, and an answer that tells who came. */
const configuration = (folder: string, { port, issuer, client, more = [] }: Wanted): string =>
  [
    `ServerRoot ${folder}`,
    'ServerName localhost',
    'User nobody',
    'Group nogroup',
    `PidFile ${folder}/httpd.pid`,
    `ErrorLog ${folder}/error.log`,
    `Listen 127.0.0.1:${port}`,
    ...modules.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`),
    'LoadModule auth_openidc_module /usr/lib/apache2/modules/mod_auth_openidc.so',
    `DocumentRoot ${folder}/pages`,
    `OIDCProviderMetadataURL ${issuer}/.well-known/openid-configuration`,
    `OIDCClientID ${client.id}`,
    `OIDCClientSecret ${client.secret}`,
    `OIDCRedirectURI http://localhost:${port}/guarded/callback`,
    'OIDCCryptoPassphrase a-passphrase-of-this-server',
    'OIDCScope "openid email"',
    `OIDCCABundlePath ${authorityFile}`,
    // In place of 5 seconds: how busy this machine is says nothing of the service.
    'OIDCHTTPTimeoutShort 60',
    'OIDCHTTPTimeoutLong 60',
    ...more,
    '<Location /guarded>',
    'AuthType openid-connect',
    'Require valid-user',
    'Header always set X-Remote-User "expr=%{REMOTE_USER}"',
    '</Location>',
    '',
  ].join('\n')

const isUp = async (url: string): Promise<boolean> => {
  try {
    await fetch(url, { redirect: 'manual' })
    return true
  } catch {
    return false
  }
}

const ended = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

/** Apache with mod_auth_openidc of Debian, before one page. */
export const startApache = async (wanted: Omit<Wanted, 'port'>, port: number): Promise<Apache> => {
  const folder = await mkdtemp(join(tmpdir(), 'stock-apache-'))
  // Its workers are another user, where it is started by root.
  await chmod(folder, 0o755)
  await mkdir(join(folder, 'pages', 'guarded'), { recursive: true })
  await writeFile(join(folder, 'pages', 'guarded', 'index.html'), 'The guarded page.')
  await writeFile(join(folder, 'httpd.conf'), configuration(folder, { ...wanted, port }))
  const args = ['-D', 'FOREGROUND', '-f', join(folder, 'httpd.conf')]
  const child = spawn('/usr/sbin/apache2', args, { stdio: 'inherit' })
  const url = `http://localhost:${port}/guarded/index.html`
  while (!(await isUp(url))) {
    if (child.exitCode !== null) throw new Error('Apache has ended')
    await sleep(50)
  }
  return {
    url,
    log: () => readFile(join(folder, 'error.log'), 'utf8'),
    close: async () => {
      await ended(child)
      await rm(folder, { recursive: true })
    },
  }
}
