import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { readSubscriber } from '@signet/contract/tenancy/subscribers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCall } from '../../testing/call.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { createTestPlatform } from '../../testing/test-platform.ts'
import { createApp } from '../app.ts'
import { openPostgres } from '../platform/db/postgres.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
})
afterAll(() => test.close())

/** The way to the database, which can be cut and mended: refused and broken connections are real. */
const createWay = async (target: URL) => {
  const sockets = new Set<Socket>()
  let server: Server
  let port = 0
  const open = async (): Promise<void> => {
    server = createServer((inner) => {
      const outer = connect(Number(target.port), target.hostname)
      for (const socket of [inner, outer]) {
        sockets.add(socket)
        socket.on('error', () => undefined)
        socket.on('close', () => sockets.delete(socket))
      }
      inner.pipe(outer).pipe(inner)
    })
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    port = typeof address === 'object' && address !== null ? address.port : 0
  }
  const close = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy()
    server.close()
    await once(server, 'close')
  }
  await open()
  return { port: () => port, open, close }
}

describe('while the database is gone', () => {
  it('calls answer 503 with Retry-After, and go on without a restart when it is back', {
    meta: { covers: ['S20'] },
  }, async () => {
    const owner = new URL(test.testDatabase.ownerUrl ?? '')
    const way = await createWay(owner)
    const through = new URL(owner)
    through.hostname = '127.0.0.1'
    through.port = String(way.port())
    const database = await openPostgres({
      url: null,
      ownerUrl: through.href,
      log: test.platform.log,
      poolSize: 4,
    })
    const { platform } = await createTestPlatform(database)
    const app = await createApp(platform)
    await app.ready()
    const call = createCall(app, new URL(test.tenant.publicUrl).host)
    expect((await call(readSubscriber)).status).toBe(200)

    await way.close()
    const answer = await call(readSubscriber)
    expect(answer).toMatchObject({ status: 503, body: { errorCode: 'service_unavailable' } })
    expect(answer.headers['retry-after']).toBe('5')
    expect((await app.inject('/health/ready')).statusCode).toBe(503)
    expect((await app.inject('/health/live')).statusCode).toBe(200)

    await way.open()
    expect((await call(readSubscriber)).status).toBe(200)
    expect((await app.inject('/health/ready')).statusCode).toBe(200)
    await app.close()
    await database.close()
    await way.close()
  })
})
