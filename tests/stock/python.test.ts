import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addClient, redirectUri } from './support/client.ts'
import { authorityFile, type StockService, startStockService } from './support/service.ts'
import { visitorOf } from './support/visitor.ts'

/* Libraries for Python from Debian; neither sends PKCE unless it is told to. */

let service: StockService
beforeAll(async () => {
  service = await startStockService()
})
afterAll(() => service.close())

const started = (script: string, args: readonly string[]) => {
  const path = fileURLToPath(new URL(`support/${script}`, import.meta.url))
  // Debian's own, which has its packages.
  return spawn('/usr/bin/python3', [path, ...args], {
    env: { REQUESTS_CA_BUNDLE: authorityFile },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
}

const linesOf = (child: ChildProcessByStdio<Writable, Readable, null>) =>
  createInterface({ input: child.stdout })[Symbol.asyncIterator]()

describe('a web application with', () => {
  it.each([
    ['requests-oauthlib', 'requests_oauthlib_client.py'],
    ['Authlib', 'authlib_client.py'],
  ])('%s signs somebody in', async (_library, script) => {
    const { id, secret } = await addClient(service, { pkceOptional: true })
    const child = started(script, [service.issuer, id, secret, redirectUri])
    const lines = linesOf(child)
    const { value: url = '' } = await lines.next()
    const visitor = await visitorOf(service)
    const back = await visitor.visit(String(url), { until: redirectUri })
    child.stdin.end(`${back.url}\n`)
    const { value: told = '{}' } = await lines.next()
    const [code] = await once(child, 'exit')
    expect([code, JSON.parse(String(told))]).toMatchObject([
      0,
      { sub: service.user.id, email: 'ada@example.test' },
    ])
  })
})
