import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'

/*
 * Guards: `stray` in foreign.ts, `isOurs` in short-answers.ts, the `error` listener in events.ts.
 * Requests go over a socket: a client library would tidy their paths.
 */

let test: TestApp
let port: number
beforeAll(async () => {
  test = await startTestApp()
  await test.app.listen({ port: 0, host: '127.0.0.1' })
  const address = test.app.server.address()
  const isPort = (value: typeof address): value is AddressInfo => typeof value === 'object'
  port = isPort(address) ? address.port : 0
})
afterAll(() => test.close())

interface Sent {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
}

const send = (path: string, { method = 'GET', headers = {} }: Sent = {}) =>
  new Promise<{ readonly status: number; readonly to: string; readonly text: string }>(
    (resolve, reject) => {
      const host = new URL(test.tenant.publicUrl).host
      const options = { host: '127.0.0.1', port, path: `/api/oidc${path}`, method }
      const asked = request({ ...options, headers: { host, ...headers } }, (answer) => {
        let text = ''
        answer.on('data', (chunk: Buffer) => (text += chunk.toString()))
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            to: String(answer.headers.location ?? ''),
            text,
          }),
        )
      })
      asked.on('error', reject)
      asked.end(method === 'POST' ? 'user_code=AAAA-AAAA&confirm=yes' : '')
    },
  )

const form = { 'content-type': 'application/x-www-form-urlencoded' }
const senders: readonly Sent[] = [
  {},
  { headers: { origin: 'https://elsewhere.example' } },
  { headers: { dpop: 'x' } },
  { headers: { accept: 'text/html', origin: 'null', dpop: 'x' } },
]

describe('the pages that the library brings for user codes', () => {
  it.each([
    '/device',
    '/device/',
    '/DEVICE',
    '/Device/?user_code=AAAA-AAAA',
    '/device#',
    '/device#?x',
    '/device\\',
    '/device\\#',
    '/\\device#',
  ])('are never reached: %j', async (path) => {
    const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const reported = vi.spyOn(console, 'error').mockReturnValue(undefined)
    try {
      for (const sender of senders) {
        for (const method of ['GET', 'POST', 'HEAD', 'PUT']) {
          const headers = { ...sender.headers, ...(method === 'POST' ? form : {}) }
          const { status, to, text } = await send(path, { method, headers })
          const isAnswered =
            /^\/oidc\/usercode$|^\/#\/error/.test(to) || (status >= 400 && status < 500)
          expect(isAnswered, `${method} ${status} ${to} ${text.slice(0, 200)}`).toBe(true)
          expect(text).not.toContain('<form')
        }
      }
      expect(written).not.toHaveBeenCalled()
      expect(reported).not.toHaveBeenCalled()
    } finally {
      written.mockRestore()
      reported.mockRestore()
    }
  })

  it('are not reached for requests that people are asked about either, whatever headers come', async () => {
    for (const sender of senders) {
      const { to } = await send('/requests/nothing', sender)
      expect(to).toContain('ended')
    }
  })
})
