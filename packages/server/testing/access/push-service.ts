import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { importJWK, jwtVerify } from 'jose'
import { allowedTargetOf } from '../../src/platform/config/outbound-allow.ts'
import { createOutbound } from '../../src/platform/outbound/outbound.ts'
import type { TestApp } from '../test-app.ts'

interface Message {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer<ArrayBuffer>
}

/** A push service on loopback (RFC 8030), which the operator has named. */
export const startPushService = async ({ platform }: TestApp) => {
  const messages: Message[] = []
  const statuses: number[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const { url: path = '', headers } = request
      messages.push({ path, headers, body: Buffer.from(Buffer.concat(parts)) })
      response.writeHead(statuses.shift() ?? 201).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const bound = server.address()
  const port = typeof bound === 'object' && bound !== null ? bound.port : 0
  const target = allowedTargetOf(`http=localhost:${port}`)
  if (typeof target === 'string') throw new Error(target)
  const outboundAllow = [target]
  const outbound = createOutbound({ outboundAllow })
  Object.assign(platform, { outbound, config: { ...platform.config, outboundAllow } })
  return {
    origin: `http://localhost:${port}`,
    messages,
    /** The answers to the next messages; 201 after them. */
    answer: (...next: readonly number[]) => void statuses.push(...next),
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

const { subtle } = globalThis.crypto
const bytes = (text: string): Buffer<ArrayBuffer> => Buffer.from(text, 'utf8')

type Bytes = ArrayBuffer | Uint8Array<ArrayBuffer>

const hkdf = async (
  key: Bytes,
  { salt, info, length }: { salt: Bytes; info: Bytes; length: number },
): Promise<ArrayBuffer> => {
  const base = await subtle.importKey('raw', key, 'HKDF', false, ['deriveBits'])
  return subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt, info }, base, length * 8)
}

/** A browser with a subscription, which reads what it is sent (RFC 8291) by WebCrypto alone. */
export const createBrowser = async () => {
  const pair = await subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, false, [
    'deriveBits',
  ])
  const own = Buffer.from(await subtle.exportKey('raw', pair.publicKey))
  const auth = Buffer.from(globalThis.crypto.getRandomValues(new Uint8Array(16)))
  const secretWith = async (sender: Buffer<ArrayBuffer>): Promise<ArrayBuffer> => {
    const curve = { name: 'ECDH', namedCurve: 'P-256' }
    const theirs = await subtle.importKey('raw', sender, curve, false, [])
    const shared = await subtle.deriveBits({ name: 'ECDH', public: theirs }, pair.privateKey, 256)
    const info = Buffer.concat([bytes('WebPush: info\0'), own, sender])
    return hkdf(shared, { salt: auth, info, length: 32 })
  }
  return {
    keys: { p256dh: own.toString('base64url'), auth: auth.toString('base64url') },
    async read(body: Buffer<ArrayBuffer>): Promise<unknown> {
      const [salt, idLength] = [body.subarray(0, 16), body.readUInt8(20)]
      const secret = await secretWith(body.subarray(21, 21 + idLength))
      const part = (name: string, length: number) =>
        hkdf(secret, { salt, info: bytes(`Content-Encoding: ${name}\0`), length })
      const key = await subtle.importKey('raw', await part('aes128gcm', 16), 'AES-GCM', false, [
        'decrypt',
      ])
      const iv = await part('nonce', 12)
      const record = body.subarray(21 + idLength)
      const plain = Buffer.from(await subtle.decrypt({ name: 'AES-GCM', iv }, key, record))
      if (plain.at(-1) !== 2) throw new Error('the last record does not end as RFC 8188 says')
      return JSON.parse(plain.subarray(0, -1).toString('utf8'))
    },
  }
}

/** What a message's sender says of itself (RFC 8292); rejects what was not signed by its key. */
export const vapidOf = async ({ headers }: Pick<Message, 'headers'>) => {
  const parts = /^vapid t=([^,]+), k=(.+)$/.exec(headers.authorization ?? '')
  const [, token = '', key = ''] = parts ?? []
  const point = Buffer.from(key, 'base64url')
  const coordinate = (from: number) => point.subarray(from, from + 32).toString('base64url')
  const jwk = { kty: 'EC', crv: 'P-256', x: coordinate(1), y: coordinate(33) }
  const verified = await jwtVerify(token, await importJWK(jwk, 'ES256'), {
    algorithms: ['ES256'],
    currentDate: new Date(0),
  })
  return { key, claims: verified.payload }
}
