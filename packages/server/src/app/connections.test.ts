import { mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { createApp } from '../app.ts'
import type { Config } from '../platform/config.ts'
import { serveFolder } from './static-files.ts'

/*
 * Guards: `answerInTurn`, `boundConnections` and the file limit of `app.ts`, and the reading by
 * demand of `static-files.ts`. Without the first and the last, one connection opens 3,000 files.
 */

let base: TestApp
let folder: string
const open: { app: FastifyInstance; sockets: Socket[] }[] = []

beforeAll(async () => {
  base = await startTestApp()
  folder = mkdtempSync(join(tmpdir(), 'signet-files-'))
  writeFileSync(join(folder, 'font.bin'), Buffer.alloc(3_000_000, 7))
  for (let each = 0; each < 100; each += 1) writeFileSync(join(folder, `${each}.txt`), `<${each}>`)
})
afterEach(async () => {
  for (const { app, sockets } of open.splice(0)) {
    for (const socket of sockets) socket.destroy()
    await app.close()
  }
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await base.close()
})

const listening = async (changes: Partial<Config> = {}) => {
  const config = { ...base.platform.config, requestLimitScale: 1, ...changes }
  const app = await createApp({ ...base.platform, config })
  await serveFolder(app, { root: folder, prefix: '/try/' })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port }: Pick<AddressInfo, 'port'> = Object.assign({ port: 0 }, app.server.address())
  const sockets: Socket[] = []
  open.push({ app, sockets })
  const dial = (localAddress = '127.0.0.1'): Socket => {
    const socket = connect({ port, host: '127.0.0.1', localAddress })
    socket.on('error', () => {})
    sockets.push(socket)
    return socket
  }
  return { app, dial }
}

const host = 'localhost'
const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`

const openFiles = (): number =>
  readdirSync('/proc/self/fd').filter((descriptor) => {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`).startsWith(folder)
    } catch {
      return false
    }
  }).length

/** What comes until it holds the text, or the connection closes. */
const readUntil = (socket: Socket, text: string): Promise<string> =>
  new Promise((resolve) => {
    let said = ''
    socket.on('data', (chunk) => {
      said += chunk.toString('latin1')
      if (said.includes(text)) resolve(said)
    })
    socket.on('close', () => resolve(said))
  })

test('3,000 pipelined requests whose answers are not read open one file at a time', async () => {
  const { dial } = await listening()
  const greedy = dial()
  greedy.pause()
  greedy.write(get('/try/font.bin').repeat(3000))
  let most = 0
  for (let each = 0; each < 40; each += 1) {
    most = Math.max(most, openFiles())
    await delay(25)
  }
  expect(most).toBeLessThan(4)
  const other = dial()
  other.write(get('/try/5.txt'))
  expect(await readUntil(other, '<5>')).toContain('<5>')
})

test('pipelined requests are all answered, in their order', async () => {
  const { dial } = await listening()
  const socket = dial()
  socket.write(Array.from({ length: 100 }, (_, each) => get(`/try/${each}.txt`)).join(''))
  const said = await readUntil(socket, '<99>')
  const numbers = [...said.matchAll(/<(\d+)>/g)].map(([, number]) => Number(number))
  expect(numbers).toEqual(Array.from({ length: 100 }, (_, each) => each))
})

test('a file arrives whole, and from where it is asked for', async () => {
  const { app } = await listening()
  const whole = await app.inject({ url: '/try/font.bin' })
  expect(whole.rawPayload.equals(Buffer.alloc(3_000_000, 7))).toBe(true)
  const part = await app.inject({ url: '/try/10.txt', headers: { range: 'bytes=1-2' } })
  expect([part.statusCode, part.body]).toEqual([206, '10'])
})

const answered = (socket: Socket): Promise<boolean> =>
  new Promise((resolve) => {
    socket.once('data', () => resolve(true))
    socket.once('close', () => resolve(false))
    socket.write(get('/try/1.txt'))
  })

test('an address keeps so many connections: a further one replaces an idle one', async () => {
  const { dial } = await listening({ connectionsPerAddress: 8 })
  const first = dial()
  expect(await answered(first)).toBe(true)
  const closed = new Promise((resolve) => first.once('close', resolve))
  for (let each = 0; each < 8; each += 1) expect(await answered(dial())).toBe(true)
  await closed
})

test('an address whose connections are all answering gets no further one; another does', async () => {
  const { dial } = await listening({ connectionsPerAddress: 8 })
  const busy = Array.from({ length: 8 }, () => dial())
  for (const socket of busy) {
    socket.write(get('/try/font.bin').repeat(10))
    await new Promise((resolve) => socket.once('readable', resolve))
  }
  expect(await answered(dial())).toBe(false)
  expect(await answered(dial('127.0.0.2'))).toBe(true)
})

test('declared proxies bring as many connections as they like', async () => {
  const trustedProxies = [{ text: '127.0.0.1', bytes: [127, 0, 0, 1], prefix: 32 }]
  const { dial } = await listening({ connectionsPerAddress: 1, trustedProxies })
  const two = [dial(), dial()]
  for (const socket of [...two, ...two]) expect(await answered(socket)).toBe(true)
})

test.each(['/help/developer/apis.css', '/documentation/help/guide.css', '/mail-frame', '/'])(
  '%s counts against the limit of the address',
  async (url) => {
    const { app } = await listening({ requestLimitScale: 1 / 120_000 })
    const headers = { host: new URL(base.tenant.publicUrl).host }
    const statuses: number[] = []
    for (let each = 0; each < 2; each += 1) {
      statuses.push((await app.inject({ url, headers })).statusCode)
    }
    expect(statuses[0]).toBeLessThan(400)
    expect(statuses[1]).toBe(429)
  },
)
