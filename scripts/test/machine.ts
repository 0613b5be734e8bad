import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

interface Peer {
  /** A program, or a file that others load. */
  readonly command?: string
  readonly file?: string
  readonly debianPackage: string
}

/** What tests talk to, with the Debian package that carries each. */
const peers: readonly Peer[] = [
  { command: 'chromium', debianPackage: 'chromium' },
  { command: 'chromium-headless-shell', debianPackage: 'chromium-headless-shell' },
  { command: 'oathtool', debianPackage: 'oathtool' },
  { command: 'faketime', debianPackage: 'faketime' },
  { command: 'radclient', debianPackage: 'freeradius-utils' },
  { command: 'ippeveprinter', debianPackage: 'cups-ipp-utils' },
  { command: 'avahi-daemon', debianPackage: 'avahi-daemon' },
  { command: 'dbus-daemon', debianPackage: 'dbus' },
  { command: 'mariadbd', debianPackage: 'mariadb-server' },
  { command: 'haproxy', debianPackage: 'haproxy' },
  { command: 'pdftoppm', debianPackage: 'poppler-utils' },
  { command: 'xmlsec1', debianPackage: 'xmlsec1' },
  { command: '/usr/sbin/apache2', debianPackage: 'apache2-bin' },
  {
    file: '/usr/lib/apache2/modules/mod_auth_openidc.so',
    debianPackage: 'libapache2-mod-auth-openidc',
  },
  {
    file: '/usr/lib/python3/dist-packages/requests_oauthlib',
    debianPackage: 'python3-requests-oauthlib',
  },
  { file: '/usr/lib/python3/dist-packages/authlib', debianPackage: 'python3-authlib' },
]

/** A machine where the runner may install what is missing, and then must run everything. */
export const isDebianAsRoot = (): boolean =>
  process.getuid?.() === 0 && existsSync('/etc/debian_version')

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The path of a program: as given when it is a path, else looked up on PATH. */
export const findProgram = (command: string): string | undefined =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => (command.includes('/') ? command : join(folder, command)))
    .find(isExecutable)

const apt = (...args: string[]) =>
  spawnSync('apt-get', ['-qq', ...args], {
    encoding: 'utf8',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })

const isThere = ({ command, file }: Peer): boolean =>
  (command === undefined || findProgram(command) !== undefined) &&
  (file === undefined || existsSync(file))

/** Installs the peers that are missing on Debian as root; answers what went wrong, if anything. */
export const installPeers = (): string | undefined => {
  const missing = peers.filter((peer) => !isThere(peer))
  if (missing.length === 0 || !isDebianAsRoot()) return undefined
  const packages = missing.map(({ debianPackage }) => debianPackage)
  console.log(`Installing ${packages.join(', ')} from Debian's packages…`)
  apt('update')
  const { status, stderr } = apt('install', '-y', '--no-install-recommends', ...packages)
  return status === 0 ? undefined : `apt-get could not install ${packages.join(', ')}: ${stderr}`
}
