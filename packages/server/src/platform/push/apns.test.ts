import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createSecureServer, type Http2SecureServer, type IncomingHttpHeaders } from 'node:http2'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { jwtVerify } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { allowedTargetOf } from '../config/outbound-allow.ts'
import { createOutbound } from '../outbound/outbound.ts'
import type { Outbound } from '../outbound.ts'
import { sendApns } from './apns.ts'

/* Apple, “Sending notification requests to APNs” and “Handling notification responses from APNs”. */

interface Call {
  readonly headers: IncomingHttpHeaders
  readonly body: unknown
}

const tls = join(import.meta.dirname, '../../../testing/tls')
const pem = (name: string): string => readFileSync(join(tls, name), 'utf8')
const systemAuthorities = getCACertificates('default')

const calls: Call[] = []
let answer: { readonly status: number; readonly reason?: string } = { status: 200 }
let server: Http2SecureServer
let outbound: Outbound
let address: string
beforeAll(async () => {
  setDefaultCACertificates([...systemAuthorities, pem('ca.pem')])
  server = createSecureServer({ key: pem('server.key'), cert: pem('server.pem') })
  server.on('stream', (stream, headers) => {
    const parts: Buffer[] = []
    stream.on('data', (part: Buffer) => parts.push(part))
    stream.on('end', () => {
      calls.push({ headers, body: JSON.parse(Buffer.concat(parts).toString()) })
      stream.respond({ ':status': answer.status })
      stream.end(answer.reason === undefined ? '' : JSON.stringify({ reason: answer.reason }))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const bound = server.address()
  const port = typeof bound === 'object' && bound !== null ? bound.port : 0
  const target = allowedTargetOf(`http=localhost:${port}`)
  if (typeof target === 'string') throw new Error(target)
  outbound = createOutbound({ outboundAllow: [target] })
  address = `https://localhost:${port}`
})
afterAll(async () => {
  await outbound.close()
  server.close()
  setDefaultCACertificates(systemAuthorities)
})
beforeEach(() => {
  calls.splice(0)
  answer = { status: 200 }
})

const newKey = () => ({
  ...generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  keyId: 'ABCDE12345',
})
const deviceToken = 'ab'.repeat(32)
const start = new Date('2026-11-22T12:00:00Z')
const after = (seconds: number): Date => new Date(start.getTime() + seconds * 1000)

const send = (key: ReturnType<typeof newKey>, now = start) =>
  sendApns(
    outbound,
    {
      now,
      expiresAt: new Date(now.getTime() + 60_000),
      key: { privateKey: key.privateKey, keyId: key.keyId, teamId: 'TEAM123456' },
      bundleId: 'test.example.app',
      deviceToken,
      payload: { aps: { alert: { 'loc-key': 'SIGNET_REQUEST' } } },
      topic: 'signet-request',
    },
    address,
  )

const tokenOf = ({ headers }: Call): string =>
  /^bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? ''

describe('a notice to an iPhone', () => {
  it('goes over HTTP/2, in the form and with the proof that APNs asks for', async () => {
    const key = newKey()
    expect(await send(key)).toBe('TAKEN')
    const [call] = calls
    if (call === undefined) throw new Error('no call')
    expect(call.headers).toMatchObject({
      ':method': 'POST',
      ':path': `/3/device/${deviceToken}`,
      'apns-topic': 'test.example.app',
      'apns-push-type': 'alert',
      'apns-priority': '10',
      'apns-expiration': String(start.getTime() / 1000 + 60),
      'apns-collapse-id': 'signet-request',
    })
    expect(call.body).toEqual({ aps: { alert: { 'loc-key': 'SIGNET_REQUEST' } } })
    const { payload, protectedHeader } = await jwtVerify(tokenOf(call), key.publicKey, {
      algorithms: ['ES256'],
      currentDate: start,
    })
    expect(protectedHeader).toMatchObject({ alg: 'ES256', kid: 'ABCDE12345' })
    expect(payload).toEqual({ iss: 'TEAM123456', iat: start.getTime() / 1000 })
  })

  it('comes with the same token for more than 20 minutes and less than an hour', async () => {
    const key = newKey()
    for (const seconds of [0, 25 * 60, 59 * 60]) await send(key, after(seconds))
    const [first, second, third] = calls.map(tokenOf)
    expect(second).toBe(first)
    expect(third).not.toBe(first)
  })

  /* Guard: `fingerprintOf` in `nameOf` (apns.ts). */
  it('is never signed with the token of another key of the same name', async () => {
    await send(newKey())
    await send(newKey())
    const [first, second] = calls.map(tokenOf)
    expect(second).not.toBe(first)
  })

  it.each([
    [410, 'Unregistered'],
    [400, 'BadDeviceToken'],
    [400, 'DeviceTokenNotForTopic'],
  ])('that is answered %d %s is the last one there', async (status, reason) => {
    answer = { status, reason }
    expect(await send(newKey())).toBe('GONE')
  })

  it.each([
    [429, 'TooManyRequests', true],
    [503, 'ServiceUnavailable', true],
    [403, 'InvalidProviderToken', false],
    [400, 'PayloadEmpty', false],
  ])(
    'that is answered %d %s has failed; worth another try: %s',
    async (status, reason, mayRetry) => {
      answer = { status, reason }
      await expect(send(newKey())).rejects.toMatchObject({ name: 'PushFailed', mayRetry })
    },
  )
})
