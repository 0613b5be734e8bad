import { connect } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clientAddress, hostOf, schemeOf } from './addresses.ts'
import { networks } from './config/networks.ts'

const proxied = { trustedProxies: networks('127.0.0.1', '10.0.0.0/8', 'fd00::/8') }

const app: FastifyInstance = Fastify()
let port: number

const answer = (config: typeof proxied, request: Parameters<typeof clientAddress>[0]) => ({
  address: clientAddress(request, config),
  host: hostOf(request, config),
  scheme: schemeOf(request, config),
})

beforeAll(async () => {
  app.get('/proxied', (request, reply) => reply.send(answer(proxied, request)))
  app.get('/direct', (request, reply) => reply.send(answer({ trustedProxies: [] }, request)))
  port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)
})
afterAll(() => app.close())

/** Header lines as they are, over a socket: a client library would mend them. */
const ask = (path: string, ...lines: readonly string[]) =>
  new Promise<{ address: string | null; host: string; scheme: string }>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let text = ''
    socket.on('data', (data) => (text += data.toString()))
    socket.on('error', reject)
    socket.on('end', () => resolve(JSON.parse(text.split('\r\n\r\n')[1] ?? '')))
    const head = [`GET ${path} HTTP/1.1`, 'Connection: close', ...lines]
    socket.end(`${head.join('\r\n')}\r\n\r\n`)
  })

const own = 'Host: acme.localhost:8080'
const forwarded = async (value: string, ...more: readonly string[]) =>
  (await ask('/proxied', own, `X-Forwarded-For: ${value}`, ...more)).address

describe('the client address', () => {
  test('is the socket’s without a declared proxy, whatever the headers say', {
    meta: { covers: ['S19'] },
  }, async () => {
    const given = await ask(
      '/direct',
      own,
      'X-Forwarded-For: 192.0.2.1',
      'Forwarded: for=192.0.2.2',
    )
    expect(given.address).toBe('127.0.0.1')
  })

  test.each([
    ['one hop', '192.0.2.1', '192.0.2.1'],
    ['the rightmost hop that is no proxy', '198.51.100.9, 192.0.2.1, 10.0.0.3', '192.0.2.1'],
    ['a forged first hop', '10.0.0.9, 192.0.2.1', '192.0.2.1'],
    ['the farthest proxy when all are', '10.0.0.9, 10.0.0.3', '10.0.0.9'],
    ['IPv6', '2001:DB8:0::1', '2001:db8::1'],
    ['IPv6 with a port', '[2001:db8::1]:443', '2001:db8::1'],
    ['IPv4 with a port', '192.0.2.1:443', '192.0.2.1'],
    ['IPv4-mapped', '::ffff:192.0.2.1', '192.0.2.1'],
    ['an IPv4-mapped proxy', '192.0.2.1, ::ffff:10.0.0.3', '192.0.2.1'],
    ['what a proxy appended to garbage', 'garbage, 192.0.2.1', '192.0.2.1'],
    ['what a proxy appended to nothing', ', 192.0.2.1, 10.0.0.3', '192.0.2.1'],
  ])('behind a proxy is %s', async (_, header, address) => {
    expect(await forwarded(header)).toBe(address)
  })

  test.each([
    'garbage',
    '192.0.2.1, garbage',
    '192.0.2.1,',
    '192.0.2.256',
    '0192.0.2.1',
    '3221225985',
    'fe80::1%eth0',
    '"192.0.2.1"',
    '192.0.2.1;10.0.0.3',
    '',
  ])('is unknown for %j, and never the proxy’s', { meta: { covers: ['S19'] } }, async (header) => {
    expect(await forwarded(header)).toBe(null)
  })

  test.each([
    ['a proxy added a header of its own', '198.51.100.9', '192.0.2.1', '192.0.2.1'],
    ['garbage comes first', 'garbage', '192.0.2.1, 10.0.0.3', '192.0.2.1'],
    ['garbage comes last', '192.0.2.1', 'garbage', null],
  ])(
    'is read from the end of several headers: %s',
    {
      meta: { covers: ['S19'] },
    },
    async (_, first, second, address) => {
      expect(await forwarded(first, `X-Forwarded-For: ${second}`)).toBe(address)
    },
  )
})

describe('the host asked for', () => {
  const hostFor = async (path: string, ...lines: readonly string[]) =>
    (await ask(path, ...lines)).host

  test('is the Host header without a declared proxy', async () => {
    expect(await hostFor('/direct', own, 'X-Forwarded-Host: evil.example')).toBe(
      'acme.localhost:8080',
    )
  })

  test('is the forwarded one of a declared proxy', async () => {
    expect(await hostFor('/proxied', own, 'X-Forwarded-Host: id.example')).toBe('id.example')
    expect(await hostFor('/proxied', own)).toBe('acme.localhost:8080')
    expect(await hostFor('/proxied', 'Host: [::1]:8080')).toBe('[::1]:8080')
  })

  test.each(['a.example, b.example', 'a.example/path', 'user@a.example', 'a b', '', 'a.example:x'])(
    'is none for the forwarded %j',
    async (value) => {
      expect(await hostFor('/proxied', own, `X-Forwarded-Host: ${value}`)).toBe('')
    },
  )

  test('is none when Host comes twice', async () => {
    expect(await hostFor('/direct', own, 'Host: evil.example')).toBe('')
  })

  test('is none when the forwarded header comes twice', { meta: { covers: ['S19'] } }, async () => {
    const lines = ['X-Forwarded-Host: id.example', 'X-Forwarded-Host: evil.example']
    expect(await hostFor('/proxied', own, ...lines)).toBe('')
  })
})

describe('the scheme', () => {
  test('is believed from a declared proxy only', async () => {
    const line = 'X-Forwarded-Proto: https'
    expect((await ask('/proxied', own, line)).scheme).toBe('https')
    expect((await ask('/direct', own, line)).scheme).toBe('http')
    expect((await ask('/proxied', own, line, 'X-Forwarded-Proto: https')).scheme).toBe('http')
    expect((await ask('/proxied', own, 'X-Forwarded-Proto: https, http')).scheme).toBe('http')
  })
})
