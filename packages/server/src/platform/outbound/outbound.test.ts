import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { allowedTargetOf } from '../config/outbound-allow.ts'
import { type Outbound, OutboundFailed, OutboundRefused } from '../outbound.ts'
import { asFetch } from './as-fetch.ts'
import type { Resolve } from './guard.ts'
import { createOutbound } from './outbound.ts'

interface Site {
  readonly port: number
  readonly seen: IncomingMessage[]
}

const servers: Server[] = []
const opened: Outbound[] = []

afterEach(async () => {
  await Promise.all(opened.splice(0).map((outbound) => outbound.close()))
  for (const server of servers.splice(0)) server.closeAllConnections()
})

const site = async (answer: RequestListener, address = '127.0.0.1'): Promise<Site> => {
  const seen: IncomingMessage[] = []
  const server = createServer((request, response) => {
    seen.push(request)
    answer(request, response)
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, address, resolve))
  const bound = server.address()
  const port = typeof bound === 'object' && bound !== null ? portOf(bound) : 0
  return { port, seen }
}

const portOf = (bound: AddressInfo): number => bound.port

const outboundFor = (entries: readonly string[], resolve?: Resolve): Outbound => {
  const outboundAllow = entries.map((entry) => {
    const target = allowedTargetOf(entry)
    if (typeof target === 'string') throw new Error(target)
    return target
  })
  const outbound = createOutbound({ outboundAllow }, resolve)
  opened.push(outbound)
  return outbound
}

describe('an outgoing call', () => {
  test('brings back status, headers and body of an allowed target', async () => {
    const { port, seen } = await site((_, response) =>
      response.writeHead(201, { 'X-Answer': 'yes' }).end('made'),
    )
    const answer = await outboundFor([`http=127.0.0.1:${port}`]).fetch(
      'http',
      `http://127.0.0.1:${port}/things?one=1`,
      { method: 'POST', body: '{}', headers: { 'Content-Type': 'application/json', Host: 'evil' } },
    )
    expect(answer.status).toBe(201)
    expect(answer.body.toString()).toBe('made')
    expect(answer.headers['x-answer']).toBe('yes')
    expect(seen[0]?.method).toBe('POST')
    expect(seen[0]?.headers.host).toBe(`127.0.0.1:${port}`)
  })

  test('reaches nothing on loopback that is not allowed', {
    meta: { covers: ['S25'] },
  }, async () => {
    const { port, seen } = await site((_, response) => response.end())
    const outbound = outboundFor([`http=127.0.0.1:${port + 1}`, `mail=127.0.0.1:${port}`])
    for (const host of ['127.0.0.1', 'localhost', '2130706433', '0x7f.1', '[::ffff:127.0.0.1]']) {
      const call = outbound.fetch('http', `http://${host}:${port}/`)
      await expect(call).rejects.toThrow(OutboundRefused)
    }
    expect(seen).toHaveLength(0)
  })

  test.each([
    'ftp://public.example/',
    'file:///etc/passwd',
    'gopher://public.example/',
    'http://user:password@public.example/',
    'no address',
  ])('refuses %s', async (url) => {
    await expect(outboundFor([]).fetch('http', url)).rejects.toThrow(OutboundRefused)
  })

  test('connects to the address that was checked, however the name answers later', {
    meta: { covers: ['S25'] },
  }, async () => {
    const inside = await site((_, response) => response.end('inside'))
    const { port } = inside
    const allowed = await site((_, response) => response.end('allowed'), '127.0.0.2')
    const answers = ['127.0.0.2', '127.0.0.1']
    let asked = 0
    const resolve: Resolve = async () => [answers[asked++] ?? '127.0.0.1']
    const outbound = outboundFor([`http=127.0.0.2:${allowed.port}`], resolve)
    const url = `http://rebinding.example:${allowed.port}/`
    expect((await outbound.fetch('http', url)).body.toString()).toBe('allowed')
    expect(asked).toBe(1)

    const other = outboundFor([`http=127.0.0.2:${port}`], async () => ['127.0.0.1'])
    const call = other.fetch('http', `http://rebinding.example:${port}/`)
    await expect(call).rejects.toThrow(OutboundRefused)
    expect(inside.seen).toHaveLength(0)
  })

  test('goes on to the next checked address when one does not answer', async () => {
    const { port } = await site((_, response) => response.end('second'), '127.0.0.3')
    const resolve: Resolve = async () => ['127.0.0.9', '127.0.0.3']
    const outbound = outboundFor([`http=127.0.0.0/8:${port}`], resolve)
    const answer = await outbound.fetch('http', `http://two.example:${port}/`)
    expect(answer.body.toString()).toBe('second')
  })

  test('fails without the code of the network error, which would look like our database', async () => {
    const call = outboundFor(['http=127.0.0.1:1']).fetch('http', 'http://127.0.0.1:1/')
    await expect(call).rejects.toThrow(OutboundFailed)
    await expect(call).rejects.not.toHaveProperty('code')
  })

  test('fails when the answer is longer than allowed', async () => {
    const { port } = await site((_, response) => response.end('x'.repeat(5000)))
    const outbound = outboundFor([`http=127.0.0.1:${port}`])
    const url = `http://127.0.0.1:${port}/`
    await expect(outbound.fetch('http', url, { maxBytes: 4999 })).rejects.toThrow('longer than')
    expect((await outbound.fetch('http', url, { maxBytes: 5000 })).body).toHaveLength(5000)
  })

  test('fails when an answer without end does not stop', async () => {
    const { port } = await site((_, response) => {
      const more = () => response.write('x'.repeat(65_536), () => setImmediate(more))
      more()
    })
    const outbound = outboundFor([`http=127.0.0.1:${port}`])
    const call = outbound.fetch('http', `http://127.0.0.1:${port}/`, { maxBytes: 100_000 })
    await expect(call).rejects.toThrow('longer than')
  })

  test('fails when no answer comes in time', async () => {
    const { port } = await site(() => {})
    const outbound = outboundFor([`http=127.0.0.1:${port}`])
    const call = outbound.fetch('http', `http://127.0.0.1:${port}/`, { timeoutMillis: 50 })
    await expect(call).rejects.toThrow('no answer in time')
  })
})

describe('a redirect', () => {
  const redirectTo = (location: () => string, status = 302) =>
    site((_, response) => response.writeHead(status, { Location: location() }).end())

  test('inside is refused', { meta: { covers: ['S25'] } }, async () => {
    const inside = await site((_, response) => response.end('inside'))
    const { port } = await redirectTo(() => `http://127.0.0.1:${inside.port}/`)
    const call = outboundFor([`http=127.0.0.1:${port}`]).fetch('http', `http://127.0.0.1:${port}/`)
    await expect(call).rejects.toThrow(OutboundRefused)
    expect(inside.seen).toHaveLength(0)
  })

  test.each([
    'http://169.254.169.254/latest/meta-data/',
    'file:///etc/passwd',
    'http://u:p@x.example/',
  ])('to %s is refused', async (location) => {
    const { port } = await redirectTo(() => location)
    const outbound = outboundFor([`http=127.0.0.1:${port}`])
    const call = outbound.fetch('http', `http://127.0.0.1:${port}/`)
    await expect(call).rejects.toThrow(OutboundRefused)
  })

  test('is followed three times and no more', async () => {
    const { port, seen } = await redirectTo(() => '/again')
    const outbound = outboundFor([`http=127.0.0.1:${port}`])
    const call = outbound.fetch('http', `http://127.0.0.1:${port}/`)
    await expect(call).rejects.toThrow('more than 3 redirects')
    expect(seen).toHaveLength(4)
  })

  test('is handed back as it is when none may be followed', async () => {
    const { port } = await redirectTo(() => '/again')
    const outbound = outboundFor([`http=127.0.0.1:${port}`])
    const url = `http://127.0.0.1:${port}/`
    expect((await outbound.fetch('http', url, { maxRedirects: 0 })).status).toBe(302)
  })

  test('takes credentials to the same origin only', async () => {
    const headers = { Authorization: 'Bearer secret', 'X-Api-Key': 'secret', Accept: 'text/plain' }
    const other = await site((_, response) => response.end('other'))
    const { port, seen } = await site((request, response) => {
      const location = request.url === '/' ? '/same' : `http://127.0.0.1:${other.port}/`
      response.writeHead(302, { Location: location }).end()
    })
    const outbound = outboundFor([`http=127.0.0.1:${port}`, `http=127.0.0.1:${other.port}`])
    await outbound.fetch('http', `http://127.0.0.1:${port}/`, { headers })
    expect(seen[1]?.headers['x-api-key']).toBe('secret')
    expect(other.seen[0]?.headers).toMatchObject({ accept: 'text/plain' })
    expect(other.seen[0]?.headers).not.toHaveProperty('x-api-key')
    expect(other.seen[0]?.headers).not.toHaveProperty('authorization')
  })

  test('turns a POST into a GET without its body', async () => {
    const other = await site((_, response) => response.end('other'))
    const { port } = await redirectTo(() => `http://127.0.0.1:${other.port}/`)
    const outbound = outboundFor([`http=127.0.0.1:${port}`, `http=127.0.0.1:${other.port}`])
    await outbound.fetch('http', `http://127.0.0.1:${port}/`, { method: 'POST', body: 'secret' })
    expect(other.seen[0]?.method).toBe('GET')
    expect(other.seen[0]?.headers['content-length']).toBeUndefined()
  })

  test('takes no body to another origin', async () => {
    const other = await site((_, response) => response.end('other'))
    const { port } = await redirectTo(() => `http://127.0.0.1:${other.port}/`, 307)
    const outbound = outboundFor([`http=127.0.0.1:${port}`, `http=127.0.0.1:${other.port}`])
    const call = outbound.fetch('http', `http://127.0.0.1:${port}/`, { method: 'POST', body: 'x' })
    await expect(call).rejects.toThrow(OutboundRefused)
    expect(other.seen).toHaveLength(0)
  })
})

describe('connectAllowed', () => {
  test('gives the checked address with the name', async () => {
    const outbound = outboundFor(['ldap=10.0.0.0/8:636'], async () => ['10.0.0.5'])
    expect(await outbound.connectAllowed('ldap', 'Directory.Example', 636)).toEqual({
      host: 'directory.example',
      address: '10.0.0.5',
      family: 4,
      port: 636,
    })
  })
})

describe('the fetch for libraries', () => {
  test('goes through the same guard', { meta: { covers: ['S25'] } }, async () => {
    const { port } = await site((_, response) =>
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"keys":[]}'),
    )
    const fetch = asFetch(outboundFor([`http=127.0.0.1:${port}`]), 'http')
    const answer = await fetch(`http://127.0.0.1:${port}/jwks`)
    expect(await answer.json()).toEqual({ keys: [] })
    await expect(fetch(`http://127.0.0.1:${port + 1}/jwks`)).rejects.toThrow(OutboundRefused)
  })
})
