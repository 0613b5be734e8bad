import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import {
  createExternalDatabase,
  testDatabaseConnection,
} from '@signet/contract/issuance/external-databases'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin } from '../../../../testing/builders.ts'
import { type Call, createCall } from '../../../../testing/call.ts'
import {
  doneOf,
  errorOf,
  loginAnswer,
  packet as packetOfTds,
  packetTypes,
  preloginAnswer,
} from '../../../../testing/databases/tds.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { createApp } from '../../../app.ts'
import { allowedTargetOf } from '../../../platform/config/outbound-allow.ts'
import { createOutbound } from '../../../platform/outbound/outbound.ts'
import { BoundedNetSocket, mostSignInBytes } from './bounded-net-socket.ts'
import { BoundedSocket, mostSessionBytes, mostSessionMillis } from './bounded-socket.ts'

/** One step of a conversation: what the server does with what came. */
type Act = (socket: Socket) => void

const message = (code: string, body: Buffer): Buffer => {
  const head = Buffer.alloc(5)
  head.write(code, 'latin1')
  head.writeUInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}
const pgReady = Buffer.concat([message('R', Buffer.alloc(4)), message('Z', Buffer.from('I'))])
const pgNoRows = Buffer.concat([
  message('C', Buffer.from('SELECT 0\0')),
  message('Z', Buffer.from('I')),
])

const packet = (sequence: number, body: Buffer): Buffer => {
  const head = Buffer.alloc(4)
  head.writeUIntLE(body.length, 0, 3)
  head.writeUInt8(sequence, 3)
  return Buffer.concat([head, body])
}
/** Protocol 10, a server of the 4.1 protocol with a plugin of its own for signing in. */
const mysqlGreeting = packet(
  0,
  Buffer.concat([
    Buffer.from('\x0a8.0.0\0', 'latin1'),
    Buffer.from('01000000', 'hex'),
    Buffer.from('abcdefgh\0'),
    Buffer.from('00822d0200080015', 'hex'),
    Buffer.alloc(10),
    Buffer.from('abcdefghijkl\0mysql_native_password\0'),
  ]),
)
const mysqlOk = packet(2, Buffer.from('00000002000000', 'hex'))
const mysqlRefusal = packet(1, Buffer.from('\xff\x28\x04#42000no', 'latin1'))

const say =
  (bytes: Buffer): Act =>
  (socket) =>
    socket.write(bytes)

/** Far more than may be taken, and no more than a machine bears where all is taken. */
const flooded = 192 * 1024 * 1024
let sent = 0
let heldMost = 0

/** Goes on as fast as it is read. @param head what announces the bytes @param chunk what follows */
const flood =
  (head: Buffer, chunk = Buffer.alloc(65_536, 0xff)): Act =>
  (socket) => {
    socket.write(head)
    const more = () => {
      while (sent < flooded && !socket.destroyed) {
        sent += chunk.length
        heldMost = Math.max(heldMost, process.memoryUsage().arrayBuffers)
        if (!socket.write(chunk)) return
      }
    }
    socket.on('drain', more)
    more()
  }

const rowOfOneGigabyte = Buffer.from('4440000000', 'hex')
const noticeOfOneGigabyte = Buffer.from('4e40000000', 'hex')
const longestPacket = Buffer.from('ffffff01', 'hex')

/** A packet of TDS after which others of the same message follow. */
const tdsPacket = Buffer.concat([Buffer.from('0400100000000100', 'hex'), Buffer.alloc(4088)])
const packetOf = (body: Buffer): Buffer => packetOfTds(packetTypes.answer, body)
const tdsPackets = Buffer.concat(Array.from({ length: 16 }, () => tdsPacket))

/** COLMETADATA of one nvarchar(max), and a ROW with a chunk of two gigabytes ([MS-TDS] 2.2.5.2.3). */
const longValue = Buffer.from(
  '810100000000000100e7ffff0904d0003400d1feffffffffffffffffffff7f',
  'hex',
)
const openPacket = (body: Buffer): Buffer => {
  const whole = packetOf(body)
  whole.writeUInt8(0, 1)
  return whole
}

interface Hostile {
  readonly port: number
  /** Ends when the last connection is gone. */
  readonly gone: () => Promise<void>
  readonly close: () => void
}

/** Does one act for each thing that comes, the last again and again; it never hangs up. */
const startServer = async (greeting: Buffer | null, acts: readonly Act[]): Promise<Hostile> => {
  const sockets = new Set<Socket>()
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    let at = 0
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
    if (greeting !== null) socket.write(greeting)
    socket.on('data', () => {
      acts[Math.min(at, acts.length - 1)]?.(socket)
      at += 1
    })
    // Only a socket that is destroyed refuses what is said after the goodbye.
    socket.on('end', () => {
      const talk = setInterval(() => socket.write('N\0\0\0\x05\0'), 20)
      socket.on('close', () => clearInterval(talk))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    port,
    gone: async () => {
      const closed = (socket: Socket) =>
        // `once` fails with the error that comes before: the peer refuses what is said to it.
        new Promise((resolve) => socket.on('close', resolve))
      await Promise.all([...sockets].map(closed))
    },
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

const says = (greeting: Buffer | null, ...acts: Act[]) => startServer(greeting, acts)

let test: TestApp
let as: string
let call: Call
let close: () => Promise<void>
let servers: Record<
  | 'longRow'
  | 'longNotice'
  | 'longPacket'
  | 'longMessage'
  | 'longValue'
  | 'halfMessage'
  | 'open'
  | 'openMysql'
  | 'openSqlServer',
  Hostile
>

const allowing = ({ port }: Hostile) => {
  const target = allowedTargetOf(`database=127.0.0.1:${port}`)
  if (typeof target === 'string') throw new Error(target)
  return target
}

beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  as = (await buildAdmin(test.ctx)).token
  servers = {
    longRow: await says(null, say(pgReady), flood(rowOfOneGigabyte)),
    longNotice: await says(null, flood(noticeOfOneGigabyte)),
    longPacket: await says(mysqlGreeting, say(mysqlOk), flood(longestPacket)),
    longValue: await says(
      null,
      say(packetOf(preloginAnswer(false))),
      say(packetOf(loginAnswer())),
      say(packetOf(doneOf(false))),
      flood(openPacket(longValue), tdsPackets),
    ),
    longMessage: await says(null, flood(tdsPacket, tdsPackets)),
    halfMessage: await says(null, say(tdsPacket)),
    openSqlServer: await says(
      null,
      say(packetOf(preloginAnswer(false))),
      say(packetOf(loginAnswer())),
      say(packetOf(doneOf(false))),
      say(packetOf(Buffer.concat([errorOf(102, 'no'), doneOf(true)]))),
    ),
    open: await says(null, say(pgReady), say(pgNoRows)),
    openMysql: await says(mysqlGreeting, say(mysqlOk), say(mysqlRefusal)),
  }
  const outboundAllow = Object.values(servers).map(allowing)
  const config = { ...test.platform.config, outboundAllow }
  const outbound = createOutbound(config, () => Promise.resolve(['127.0.0.1']))
  const app = await createApp({ ...test.platform, config, outbound })
  await app.ready()
  call = createCall(app, new URL(test.tenant.publicUrl).host)
  close = async () => {
    await app.close()
    await outbound.close()
  }
}, 60_000)
afterAll(async () => {
  await close()
  for (const server of Object.values(servers)) server.close()
  await test.close()
})

const tried = async (kind: 'POSTGRESQL' | 'MYSQL' | 'SQL_SERVER', { port }: Hostile) => {
  const body = {
    name: `Hostile ${port} ${test.platform.ids.random(3).toString('hex')}`,
    kind,
    host: '127.0.0.1',
    port,
    database: 'people',
    user: 'reader',
    password: 'right',
    security: 'CLEAR' as const,
  }
  const { body: added } = await call(createExternalDatabase, { as, body })
  const { body: outcome } = await call(testDatabaseConnection, {
    as,
    body: { databaseId: String(added.id) },
  })
  return outcome
}

describe('a server that answers without an end', () => {
  it.each([
    ['with a row of one gigabyte', 'POSTGRESQL', 'longRow', 'READ', mostSessionBytes],
    [
      'with a notice of one gigabyte before the sign-in',
      'POSTGRESQL',
      'longNotice',
      'SIGN_IN',
      mostSessionBytes,
    ],
    ['with packets of the greatest length', 'MYSQL', 'longPacket', 'READ', mostSessionBytes],
    ['with a message that never ends', 'SQL_SERVER', 'longMessage', 'SIGN_IN', mostSignInBytes],
    ['with a value that never ends', 'SQL_SERVER', 'longValue', 'READ', mostSessionBytes],
  ] as const)(
    '%s is cut off, and fills no memory',
    { meta: { covers: ['S56', 'S66'] } },
    async (_, kind, server, step, most) => {
      sent = 0
      heldMost = 0
      const before = process.memoryUsage().arrayBuffers
      expect(await tried(kind, servers[server])).toMatchObject({
        failed: step,
        detail: expect.stringContaining(`the server answered more than ${most} bytes`),
      })
      await servers[server].gone()
      // What the system holds between the two sockets comes on top of what is taken.
      expect(sent).toBeLessThan(32 * 1024 * 1024)
      expect(heldMost - before).toBeLessThan(64 * 1024 * 1024)
    },
  )
})

describe('a server that does not hang up', () => {
  it.each([
    ['PostgreSQL', 'POSTGRESQL', 'open', null],
    ['MySQL', 'MYSQL', 'openMysql', 'READ'],
    ['SQL Server', 'SQL_SERVER', 'openSqlServer', 'READ'],
  ] as const)(
    'of %s is left: the call answers, and no socket stays',
    { meta: { covers: ['S56'] } },
    async (_, kind, server, failed) => {
      const begun = performance.now()
      expect(await tried(kind, servers[server])).toMatchObject({ failed })
      await servers[server].gone()
      // Long before the time of the session is over.
      expect(performance.now() - begun).toBeLessThan(mostSessionMillis / 2)
    },
  )
})

describe('a server that stops within a message', () => {
  it('is left when the time of signing in is over', { meta: { covers: ['S66'] } }, async () => {
    const failed = { failed: 'CONNECT', detail: 'timeout' }
    expect(await tried('SQL_SERVER', servers.halfMessage)).toMatchObject(failed)
    await servers.halfMessage.gone()
  })
})

describe('a server that says nothing', () => {
  it.each([BoundedSocket, BoundedNetSocket])(
    'is left when the time of the session is over',
    { meta: { covers: ['S56'] } },
    async (Bounded) => {
      const silent = await says(null, () => undefined)
      const socket = new Bounded({ bytes: 10, millis: 50 }).connect(silent.port, '127.0.0.1')
      const [error] = await once(socket, 'error')
      expect(error).toMatchObject({ message: 'timeout of the session' })
      await silent.gone()
      silent.close()
    },
  )
})
