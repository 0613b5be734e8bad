import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { allowedTargetOf } from '../src/platform/config/outbound-allow.ts'
import { createMailer } from '../src/platform/mail/mailer.ts'
import { createOutbound } from '../src/platform/outbound/outbound.ts'
import type { TestApp } from './test-app.ts'

const file = (name: string): Buffer => readFileSync(new URL(`./tls/${name}`, import.meta.url))

/** A certificate of `localhost`, by an authority that is trusted once `trustTestAuthority` ran. */
export const localhostTls = () => ({ key: file('server.key'), cert: file('server.pem') })

/** Has this process believe the test's authority, beside those it does; answers how to end that. */
export const trustTestAuthority = (): (() => void) => {
  const believed = getCACertificates('default')
  setDefaultCACertificates([...believed, file('ca.pem').toString()])
  return () => setDefaultCACertificates(believed)
}

export interface ReceivedMail {
  readonly sender: string
  readonly recipients: readonly string[]
  readonly user: string | null
  readonly mail: Email
}

export interface MailServerForTests {
  readonly port: number
  readonly received: ReceivedMail[]
  /** User and password or token of each try to get in. */
  readonly tries: string[]
  close(): Promise<void>
}

export const refusal = (code: number, text: string): Error =>
  Object.assign(new Error(text), { responseCode: code })

const portOf = (address: unknown): number =>
  typeof address === 'object' && address !== null && 'port' in address ? Number(address.port) : 0

/** A real SMTP server on loopback; lets in whose password or token is `right`. */
export const startMailServer = async (
  options: SMTPServerOptions = {},
): Promise<MailServerForTests> => {
  const received: ReceivedMail[] = []
  const tries: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    logger: false,
    authMethods: ['PLAIN', 'XOAUTH2'],
    onAuth({ username = '', password, accessToken }, _session, done) {
      const proof = password ?? accessToken ?? ''
      tries.push(`${username} ${proof}`)
      if (!proof.startsWith('right')) return done(refusal(535, 'wrong user or password'))
      done(null, { user: username })
    },
    onData(stream, { envelope, user }, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', async () => {
        received.push({
          sender: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
          recipients: envelope.rcptTo.map(({ address }) => address),
          user: typeof user === 'string' ? user : null,
          mail: await PostalMime.parse(Buffer.concat(parts)),
        })
        done(null, 'taken')
      })
    },
    ...options,
  })
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const close = () => new Promise<void>((resolve) => server.close(resolve))
  return { port: portOf(server.server.address()), received, tries, close }
}

/** Says one thing to whoever connects. */
export const startGreeter = async (greeting: string) => {
  const server = createServer((socket) => socket.on('error', () => {}).end(greeting))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { port: portOf(server.address()), close: () => void server.close() }
}

/** The platform may reach these ports of `localhost` from now on. */
export const allowPorts = (
  { platform }: TestApp,
  wanted: { readonly mail?: readonly number[]; readonly http?: readonly number[] },
): void => {
  const entries = Object.entries(wanted).flatMap(([kind, ports]) =>
    ports.map((port) => allowedTargetOf(`${kind}=localhost:${port}`)),
  )
  const outboundAllow = entries.flatMap((entry) => (typeof entry === 'string' ? [] : [entry]))
  const outbound = createOutbound({ outboundAllow })
  const { config, clock, ids } = platform
  Object.assign(platform, { outbound, mailer: createMailer({ config, outbound, clock, ids }) })
}
