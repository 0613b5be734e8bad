import type { X509Certificate } from 'node:crypto'
import { request as tlsRequest } from 'node:https'
import { connect } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCertificate, pemOf } from '../../testing/access/certificates.ts'
import { certificateOf, clientCertificate } from '../platform/client-certificate.ts'
import { networks } from '../platform/config/networks.ts'

// Guards: `isFromProxy`, `onlyHeader` and the choice of the source in `clientCertificate`.

const holder = createCertificate({ name: { CN: 'ada' } })
const other = createCertificate({ name: { CN: 'eve' } })
const server = createCertificate({ name: { CN: 'localhost' } })
const pem = pemOf(holder)
const base64 = holder.der.toString('base64')

const proxies = networks('127.0.0.1')
const proxied = {
  trustedProxies: proxies,
  clientCertificates: { tls: false, header: 'client-cert' },
}
const silent = { trustedProxies: proxies, clientCertificates: { tls: false, header: null } }
const overTls = { trustedProxies: [], clientCertificates: { tls: true, header: null } }
const both = {
  trustedProxies: proxies,
  clientCertificates: { tls: true, header: 'client-cert' },
}

describe('a certificate in a header', () => {
  it.each([
    ['RFC 9440', `:${base64}:`],
    ['base64', base64],
    ['an escaped PEM file', encodeURIComponent(pem)],
    ['a PEM file in one line', pem.replaceAll('\n', ' ')],
  ])('is read as %s', (_form, text) => {
    expect(certificateOf(text)?.raw).toEqual(holder.der)
  })

  it.each([
    ['nothing', ''],
    ['another text', 'ada'],
    ['a broken escape', '%E0%A4%A'],
    ['two certificates', encodeURIComponent(pem + pemOf(other))],
    ['something behind it', Buffer.concat([holder.der, Buffer.from('x')]).toString('base64')],
    ['more than any', `${base64}${'A'.repeat(24_000)}`],
  ])('is none as %s', (_form, text) => {
    expect(certificateOf(text)).toBeNull()
  })
})

const told = (certificate: X509Certificate | null): string => certificate?.subject ?? 'none'

describe('the certificate of a client over HTTP', () => {
  const app: FastifyInstance = Fastify()
  let port: number
  beforeAll(async () => {
    app.get('/proxied', (request) => told(clientCertificate(request, proxied)))
    app.get('/undeclared', (request) =>
      told(clientCertificate(request, { ...proxied, trustedProxies: networks('10.0.0.1') })),
    )
    app.get('/unnamed', (request) => told(clientCertificate(request, silent)))
    port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)
  })
  afterAll(() => app.close())
  const ask = (path: string, ...lines: readonly string[]) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1')
      let text = ''
      socket.on('data', (data) => (text += data.toString()))
      socket.on('error', reject)
      socket.on('end', () => resolve(text.split('\r\n\r\n')[1] ?? ''))
      const head = [`GET ${path} HTTP/1.1`, 'Host: a.localhost', 'Connection: close', ...lines]
      socket.end(`${head.join('\r\n')}\r\n\r\n`)
    })
  const header = `Client-Cert: :${base64}:`

  it('is what a declared proxy hands on', async () => {
    expect(await ask('/proxied', header)).toBe('CN=ada')
    expect(await ask('/proxied')).toBe('none')
  })

  it('is none where the header came from anybody else, twice, or under no name that was declared', {
    meta: { covers: ['S19'] },
  }, async () => {
    expect(await ask('/undeclared', header)).toBe('none')
    expect(await ask('/proxied', header, header)).toBe('none')
    expect(await ask('/unnamed', header)).toBe('none')
  })
})

describe('the certificate of a client over TLS', () => {
  let app: FastifyInstance
  let port: number
  beforeAll(async () => {
    const key = server.privateKey.export({ type: 'pkcs8', format: 'pem' })
    app = Fastify({
      https: { cert: pemOf(server), key, requestCert: true, rejectUnauthorized: false },
    })
    app.get('/asked', (request) => told(clientCertificate(request, overTls)))
    app.get('/unasked', (request) =>
      told(
        clientCertificate(request, {
          ...overTls,
          clientCertificates: { tls: false, header: null },
        }),
      ),
    )
    app.get('/proxy', (request) => told(clientCertificate(request, both)))
    port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)
  })
  afterAll(() => app.close())

  const ask = (path: string, headers: Record<string, string> = {}, shows = true) =>
    new Promise<string>((resolve, reject) => {
      const key = holder.privateKey.export({ type: 'pkcs8', format: 'pem' })
      const shown = shows ? { cert: pem, key } : {}
      // Only the client's certificate is looked at here; the server's is its own.
      const to = { host: '127.0.0.1', port, path, headers, agent: false, ca: pemOf(server) }
      const sent = tlsRequest(
        { ...to, ...shown, checkServerIdentity: () => undefined },
        (answer) => {
          let text = ''
          answer.on('data', (data) => (text += String(data)))
          answer.on('end', () => resolve(text))
        },
      )
      sent.on('error', reject)
      sent.end()
    })

  it('is the one whose key the connection has proven, where the service asks for it', async () => {
    expect(await ask('/asked')).toBe('CN=ada')
    expect(await ask('/asked', {}, false)).toBe('none')
    expect(await ask('/unasked')).toBe('none')
  })

  it('is of a declared proxy never its own', { meta: { covers: ['S19'] } }, async () => {
    expect(await ask('/proxy')).toBe('none')
    const shown = `:${other.der.toString('base64')}:`
    expect(await ask('/proxy', { 'Client-Cert': shown })).toBe('CN=eve')
  })
})
