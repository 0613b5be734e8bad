import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { BrowserContext } from 'playwright-core'

/** A push service (RFC 8030) on this machine: it takes every message. */
export const startPushService = async () => {
  const messages: IncomingHttpHeaders[] = []
  const server = createServer((request, response) => {
    messages.push(request.headers)
    request.resume().on('end', () => response.writeHead(201).end())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const bound = server.address()
  const port = typeof bound === 'object' && bound !== null ? bound.port : 0
  const close = async (): Promise<void> => {
    server.closeAllConnections()
    server.close()
  }
  return { port, url: `http://localhost:${port}/subscription`, messages, close }
}

/** In the page: what a browser does once its maker's service has given it an address. */
const script = `
  const known = new WeakMap()
  PushManager.prototype.getSubscription = async function () {
    return known.get(this) ?? null
  }
  PushManager.prototype.subscribe = async function ({ applicationServerKey: given }) {
    const algorithm = { name: 'ECDH', namedCurve: 'P-256' }
    const pair = await crypto.subtle.generateKey(algorithm, true, ['deriveBits'])
    const text = atob(given.replaceAll('-', '+').replaceAll('_', '/'))
    const keys = {
      p256dh: await crypto.subtle.exportKey('raw', pair.publicKey),
      auth: crypto.getRandomValues(new Uint8Array(16)).buffer,
    }
    const made = {
      endpoint: ENDPOINT,
      options: {
        applicationServerKey: Uint8Array.from(text, (letter) => letter.charCodeAt(0)).buffer,
      },
      getKey: (name) => keys[name],
      unsubscribe: async () => true,
    }
    known.set(this, made)
    return made
  }`

/** Has a browser subscribe there: its maker's own push service is out of reach. */
export const subscribingAt = async (context: BrowserContext, endpoint: string): Promise<void> => {
  await context.addInitScript({ content: script.replace('ENDPOINT', JSON.stringify(endpoint)) })
}
