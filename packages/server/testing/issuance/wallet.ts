import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createSecureServer, type IncomingHttpHeaders } from 'node:http2'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates, TLSSocket } from 'node:tls'
import { allowedTargetOf } from '../../src/platform/config/outbound-allow.ts'
import { createOutbound } from '../../src/platform/outbound/outbound.ts'
import type { Platform } from '../../src/platform/platform.ts'
import { apnsAddresses } from '../../src/platform/push/apns.ts'

interface Call {
  readonly headers: IncomingHttpHeaders
  readonly body: string
  /** The subject of the certificate that was shown; null for none. */
  readonly shown: string | null
}

export interface ApnsDouble {
  readonly calls: Call[]
  answer: { readonly status: number; readonly reason?: string }
  close: () => Promise<void>
}

const tls = join(import.meta.dirname, '../tls')
const pem = (name: string): string => readFileSync(join(tls, name), 'utf8')

const subjectOf = (socket: unknown): string | null => {
  if (!(socket instanceof TLSSocket)) return null
  const { subject } = socket.getPeerCertificate()
  return subject === undefined ? null : Object.values(subject).flat().join(' ')
}

/** HTTP/2 over TLS that asks for a certificate; notes what came. */
const listening = async (double: Pick<ApnsDouble, 'calls' | 'answer'>) => {
  const server = createSecureServer({
    key: pem('server.key'),
    cert: pem('server.pem'),
    requestCert: true,
    rejectUnauthorized: false,
  })
  server.on('stream', (stream, headers) => {
    const parts: Buffer[] = []
    stream.on('data', (part: Buffer) => parts.push(part))
    stream.on('end', () => {
      const shown = subjectOf(stream.session?.socket)
      double.calls.push({ headers, body: Buffer.concat(parts).toString(), shown })
      const { status, reason } = double.answer
      stream.respond({ ':status': status })
      stream.end(reason === undefined ? '' : JSON.stringify({ reason }))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const bound = server.address()
  const port = typeof bound === 'object' && bound !== null ? bound.port : 0
  return { server, address: `localhost:${port}` }
}

/** The outgoing calls to APNs go to this address; others go on as they did. */
const redirect = (platform: Platform, address: string) => {
  const target = allowedTargetOf(`http=${address}`)
  if (typeof target === 'string') throw new Error(target)
  const own = createOutbound({ outboundAllow: [target] })
  const { outbound } = platform
  const fetch: typeof outbound.fetch = (kind, url, options) => {
    const asked = String(url)
    return asked.startsWith(apnsAddresses.production)
      ? own.fetch(kind, asked.replace(apnsAddresses.production, `https://${address}`), options)
      : outbound.fetch(kind, url, options)
  }
  Object.assign(platform, { outbound: { ...outbound, fetch } })
  return own
}

/** APNs in the place of the way out. */
export const answerForApns = async (platform: Platform): Promise<ApnsDouble> => {
  const before = getCACertificates('default')
  setDefaultCACertificates([...before, pem('ca.pem')])
  const double: ApnsDouble = { calls: [], answer: { status: 200 }, close: async () => {} }
  const { server, address } = await listening(double)
  const own = redirect(platform, address)
  double.close = async () => {
    await own.close()
    server.close()
    setDefaultCACertificates(before)
  }
  return double
}
