import { isIP } from 'node:net'
import type { MailServer } from '../mail.ts'
import type { Outbound } from '../outbound.ts'

/** The operator's server from SIGNET_SMTP_URL. */
export const mailServerOf = (smtpUrl: string): MailServer => {
  const url = new URL(smtpUrl)
  const isImplicit = url.protocol === 'smtps:'
  const inClear = url.searchParams.get('tls') === 'off'
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? (isImplicit ? 465 : 587) : Number(url.port),
    security: isImplicit ? 'implicit' : inClear ? 'none' : 'starttls',
    user: url.username === '' ? null : decodeURIComponent(url.username),
    password: url.password === '' ? null : decodeURIComponent(url.password),
    from: null,
  }
}

const authOf = ({ user, password, accessToken = null }: MailServer) => {
  if (user === null) return {}
  if (accessToken === null) return { auth: { user, pass: password ?? '' } }
  return { auth: { type: 'OAuth2' as const, user, accessToken } }
}

/** RFC 5321, section 4.5.3.2.6: a server may take ten minutes to answer the end of the message. */
const longestMillis = 600_000

export interface TransportOptions {
  /** What this service calls itself (EHLO; RFC 5321, section 4.1.1.1). */
  readonly name: string
  /** How long the server may take for a word. */
  readonly longestMillis?: number | undefined
}

/** A transport to a checked address; the certificate must be of the server's name. */
export const openTransport = async (
  outbound: Outbound,
  server: MailServer,
  options: TransportOptions,
) => {
  const { host, address, port } = await outbound.connectAllowed('mail', server.host, server.port)
  const { createTransport } = await import('nodemailer')
  const patience = options.longestMillis ?? longestMillis
  return createTransport({
    host: address,
    port,
    name: options.name,
    secure: server.security === 'implicit',
    requireTLS: server.security === 'starttls',
    ignoreTLS: server.security === 'none',
    tls: isIP(host) === 0 ? { servername: host } : {},
    ...authOf(server),
    connectionTimeout: 10_000,
    greetingTimeout: Math.min(patience, 120_000),
    socketTimeout: patience,
    dnsTimeout: 5000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}
