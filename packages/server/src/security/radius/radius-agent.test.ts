import { execFileSync } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import {
  accountingAuthenticator,
  responseAuthenticator,
  signRequest,
} from '@signet/algorithms/radius/authenticators'
import {
  attributeTypes,
  decodePacket,
  encodePacket,
  type Packet,
  packetCodes,
} from '@signet/algorithms/radius/packet'
import { hidePassword } from '@signet/algorithms/radius/passwords'
import {
  readRadiusApplication,
  updateRadiusApplication,
} from '@signet/contract/applications/radius-applications'
import { listRadiusSessions } from '@signet/contract/applications/radius-sessions'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildPerson, buildToken, goodPassword } from '../../../testing/access/people.ts'
import { buildRadius } from '../../../testing/access/radius.ts'
import { buildAdmin } from '../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { type RadiusProcess, startRadiusProcess } from './agent-process.ts'
import { type Asked, isRadclientInstalled, radclient } from './radclient.ts'

/*
 * Guards: `isAuthentic` (Message-Authenticator demanded, accounting authenticated), the one of every
 * answer before everything else, `createDuplicates`, `createRates`, addresses of applications.
 * Row 30 of the list of attacks.
 */

let test: TestApp
let radius: Awaited<ReturnType<typeof buildRadius>>
let agent: RadiusProcess
const folder = mkdtempSync(join(tmpdir(), 'signet-radsec-'))
beforeAll(async () => {
  test = await startTestApp()
  await test.app.listen({ port: 0, host: '127.0.0.1' })
  radius = await buildRadius(test, {
    allowedAddresses: ['127.0.0.0/8'],
    passwordFormat: 'PASSWORD_AND_CODE',
  })
  agent = await startRadiusProcess(serviceEnv())
})
afterAll(async () => {
  await agent.stop()
  await test.close()
  rmSync(folder, { recursive: true })
})

const serviceEnv = (): Record<string, string> => {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- a listening TCP server has an address of this kind
  const { port } = test.app.server.address() as AddressInfo
  return {
    RADIUS_SERVICE_URL: test.tenant.publicUrl,
    RADIUS_SERVICE_ADDRESS: `127.0.0.1:${port}`,
    RADIUS_CREDENTIAL: radius.credential,
  }
}

const holder = async () => {
  const user = await buildPerson(test.ctx)
  return { user, token: await buildToken(test.ctx, user.id) }
}

const named = (name: string, password: string): string[] => [
  `User-Name = "${name}"`,
  `User-Password = "${password}"`,
]

const ask = (attributes: readonly string[], more: Partial<Asked> = {}) =>
  radclient({ port: agent.authPort, secret: radius.sharedSecret, attributes, ...more })

/** What is not answered is not waited for any longer. */
const silence = { seconds: 4 }

const signed = 'Message-Authenticator = 0x00'

describe.skipIf(!isRadclientInstalled)('a client of others', () => {
  it('gets somebody in by password and code in one field, and an answer that is signed first', async () => {
    const { user, token } = await holder()
    const told = await ask([...named(user.userId, `${goodPassword}${token.code()}`), signed])
    expect(told.answer, told.text).toBe('Access-Accept')
    expect(told.text.split('Received')[1]?.split('\n')[1]).toContain('Message-Authenticator')
  })

  it('is asked for a code by Access-Challenge, and gets somebody in with it', async () => {
    const { user, token } = await holder()
    const asked = await ask([...named(user.userId, goodPassword), signed])
    expect(asked.answer, asked.text).toBe('Access-Challenge')
    expect(asked.valueOf('Reply-Message')).toBe('"Code of your token"')
    const state = `State = ${asked.valueOf('State')}`
    const told = await ask([...named(user.userId, token.code()), state, signed])
    expect(told.answer, told.text).toBe('Access-Accept')
  })

  it('shows the text of the application, as many bytes as an attribute holds', async () => {
    const { user } = await holder()
    const as = (await buildAdmin(test.ctx)).token
    const params = { id: radius.applicationId }
    const { body } = await test.call(readRadiusApplication, { as, params })
    const shown = async (challengeText: string | null) => {
      const change = { name: body.name, challengeText }
      expect((await test.call(updateRadiusApplication, { as, params, body: change })).status).toBe(
        200,
      )
      const asked = await ask([...named(user.userId, goodPassword), signed])
      return [...asked.text.matchAll(/Reply-Message = "([^"]*)"/g)].map(([, part]) => part).join('')
    }
    expect(await shown('Réseau Acme: {prompt}')).toBe('Réseau Acme: Code of your token')
    // With the question it would be too long: the question is what is needed.
    expect(await shown(`${'x'.repeat(244)} {prompt}`)).toBe('Code of your token')
    expect(await shown(null)).toBe('Code of your token')
  })

  it('gets nobody in by a wrong password', async () => {
    const { user } = await holder()
    const told = await ask([...named(user.userId, 'wrong'), signed])
    expect(told.answer, told.text).toBe('Access-Reject')
  })

  it('hears nothing without a Message-Authenticator', { meta: { covers: ['S30'] } }, async () => {
    const { user, token } = await holder()
    const told = await ask(named(user.userId, `${goodPassword}${token.code()}`), silence)
    expect(told.answer, told.text).toBeNull()
  })

  it('hears nothing with another secret', async () => {
    const { user } = await holder()
    const other = { ...silence, secret: 'another-secret' }
    const told = await ask([...named(user.userId, goodPassword), signed], other)
    expect(told.answer, told.text).toBeNull()
  })

  it('hears that the agent is alive', async () => {
    const { authPort: port, acctPort } = agent
    const secret = radius.sharedSecret
    const status = { secret, kind: 'status', attributes: [signed] } as const
    expect((await radclient({ ...status, port })).answer).toBe('Access-Accept')
    expect((await radclient({ ...status, port: acctPort })).answer).toBe('Accounting-Response')
  })

  it('has its records kept', async () => {
    const session = test.ctx.platform.ids.random(6).toString('hex')
    const account = (status: string, more: readonly string[]) =>
      radclient({
        port: agent.acctPort,
        secret: radius.sharedSecret,
        kind: 'acct',
        attributes: [
          `Acct-Status-Type = ${status}`,
          `Acct-Session-Id = "${session}"`,
          'User-Name = "ada"',
          ...more,
        ],
      })
    expect((await account('Start', [])).answer).toBe('Accounting-Response')
    const counts = [
      'Acct-Session-Time = 60',
      'Acct-Input-Octets = 5',
      'Acct-Input-Gigawords = 1',
      'Acct-Terminate-Cause = User-Request',
    ]
    expect((await account('Stop', counts)).answer).toBe('Accounting-Response')
    const { token: as } = await buildAdmin(test.ctx)
    const params = { id: radius.applicationId }
    const { body } = await test.call(listRadiusSessions, { as, params })
    expect(body).toEqual([
      expect.objectContaining({
        sessionId: session,
        userName: 'ada',
        seconds: 60,
        inputBytes: 2 ** 32 + 5,
        endCause: 1,
        endedAt: expect.any(String),
      }),
    ])
  })
})

/** One socket of a client that may repeat and forge. */
const client = async (port = agent.authPort) => {
  const socket = createSocket('udp4')
  const answers: Packet[] = []
  socket.on('message', (bytes) => {
    const packet = decodePacket(bytes)
    if (packet !== null) answers.push(packet)
  })
  await new Promise<void>((resolve) => {
    socket.bind(0, '127.0.0.1', resolve)
  })
  return {
    answers,
    send: (bytes: Buffer) => socket.send(bytes, port, '127.0.0.1'),
    close: () => socket.close(),
  }
}

const secretBytes = (): Buffer => Buffer.from(radius.sharedSecret)

interface Wanted {
  readonly identifier?: number
  readonly secret?: Buffer
}

const requestOf = (name: string, password: string, wanted: Wanted = {}): Packet => {
  const { identifier = 9, secret = secretBytes() } = wanted
  const authenticator = test.ctx.platform.ids.random(16)
  const keyed = { secret, requestAuthenticator: authenticator }
  const value = hidePassword(Buffer.from(password), keyed)
  return {
    code: packetCodes.accessRequest,
    identifier,
    authenticator,
    attributes: [
      { type: attributeTypes.userName, value: Buffer.from(name) },
      { type: attributeTypes.userPassword, value },
      { type: attributeTypes.proxyState, value: Buffer.from('proxy') },
    ],
  }
}

describe('over TLS', () => {
  const authority = (name: string): { cert: string; key: string } => {
    const key = join(folder, `${name}.key`)
    const cert = join(folder, `${name}.pem`)
    const subject = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`]
    const made = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
    const out = ['-days', '2', '-keyout', key, '-out', cert]
    execFileSync('openssl', ['req', ...made, ...subject, ...out], { stdio: 'ignore' })
    return { cert, key }
  }

  const exchange = (port: number, files: { cert: string; key: string } | null, bytes: Buffer) =>
    new Promise<Packet | null>((resolve) => {
      const own =
        files === null ? {} : { cert: readFileSync(files.cert), key: readFileSync(files.key) }
      const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false, ...own })
      socket.on('secureConnect', () => socket.write(bytes))
      socket.on('data', (answer) => {
        resolve(decodePacket(answer))
        socket.destroy()
      })
      socket.on('error', () => resolve(null))
      socket.on('close', () => resolve(null))
    })

  it('serves who shows a certificate of its application, and nobody else', async () => {
    const [server, vpn, other] = ['agent.test', 'vpn.test', 'other.test'].map(authority)
    if (server === undefined || vpn === undefined || other === undefined) throw new Error('none')
    const trusted = join(folder, 'ca.pem')
    writeFileSync(trusted, [vpn, other].map(({ cert }) => readFileSync(cert)).join(''))
    const own = await buildRadius(test, {
      tlsClientName: 'vpn.test',
      passwordFormat: 'PASSWORD_AND_CODE',
    })
    const radSec = await startRadiusProcess({
      ...serviceEnv(),
      RADIUS_CREDENTIAL: own.credential,
      RADIUS_TLS_CERT_FILE: server.cert,
      RADIUS_TLS_KEY_FILE: server.key,
      RADIUS_TLS_CA_FILE: trusted,
    })
    const { user, token } = await holder()
    const secret = Buffer.from('radsec')
    const request = requestOf(user.userId, `${goodPassword}${token.code()}`, { secret })
    const bytes = encodePacket(signRequest(request, secret))
    const port = radSec.tlsPort ?? 0
    expect(await exchange(port, null, bytes)).toBeNull()
    expect(await exchange(port, other, bytes)).toBeNull()
    expect((await exchange(port, vpn, bytes))?.code).toBe(packetCodes.accessAccept)
    await radSec.stop()
  })
})

describe('a packet', () => {
  it('that comes ten times is worked on once, and each gets the answer of the first', {
    meta: { covers: ['S30'] },
  }, async () => {
    const { user, token } = await holder()
    const request = requestOf(user.userId, `${goodPassword}${token.code()}`)
    const bytes = encodePacket(signRequest(request, secretBytes()))
    const nas = await client()
    for (let times = 0; times < 5; times += 1) nas.send(bytes)
    await expect.poll(() => nas.answers.length).toBeGreaterThan(0)
    for (let times = 0; times < 5; times += 1) nas.send(bytes)
    await expect.poll(() => nas.answers.length).toBeGreaterThan(5)
    expect(new Set(nas.answers.map(({ code }) => code))).toEqual(
      new Set([packetCodes.accessAccept]),
    )
    nas.close()
  })

  it('of another identifier with a used code gets nobody in', {
    meta: { covers: ['S30'] },
  }, async () => {
    const { user, token } = await holder()
    const password = `${goodPassword}${token.code()}`
    const nas = await client()
    nas.send(
      encodePacket(signRequest(requestOf(user.userId, password, { identifier: 1 }), secretBytes())),
    )
    await expect.poll(() => nas.answers.length).toBe(1)
    nas.send(
      encodePacket(signRequest(requestOf(user.userId, password, { identifier: 2 }), secretBytes())),
    )
    await expect.poll(() => nas.answers.length).toBe(2)
    expect(nas.answers.map(({ code }) => code)).toEqual([
      packetCodes.accessAccept,
      packetCodes.accessReject,
    ])
    nas.close()
  })

  it('is answered with its proxies’ words behind a Message-Authenticator, both authenticated', {
    meta: { covers: ['S30'] },
  }, async () => {
    const request = requestOf('nobody', 'wrong')
    const nas = await client()
    nas.send(encodePacket(signRequest(request, secretBytes())))
    await expect.poll(() => nas.answers.length).toBe(1)
    const [answer] = nas.answers
    expect(answer?.attributes.map(({ type }) => type)).toEqual([
      attributeTypes.messageAuthenticator,
      attributeTypes.proxyState,
    ])
    if (answer === undefined) return
    const expected = responseAuthenticator(answer, { request, secret: secretBytes() })
    expect(Buffer.from(answer.authenticator)).toEqual(expected)
    nas.close()
  })

  /** Of a forged packet and a good one that comes after it: the identifiers of those that are answered. */
  const heard = async (forged: Packet, good: Packet, port = agent.authPort) => {
    const nas = await client(port)
    nas.send(encodePacket(forged))
    nas.send(encodePacket(good))
    await expect.poll(() => nas.answers.length).toBeGreaterThan(0)
    await agent.told('packet_forged')
    nas.close()
    return nas.answers.map(({ identifier }) => identifier)
  }

  it('that was changed on its way gets silence, and is noted', {
    meta: { covers: ['S30'] },
  }, async () => {
    const { user } = await holder()
    const [request, good] = [1, 2].map((identifier) =>
      signRequest(requestOf(user.userId, goodPassword, { identifier }), secretBytes()),
    )
    if (request === undefined || good === undefined) return
    const more = { type: attributeTypes.proxyState, value: Buffer.alloc(100) }
    const changed = { ...request, attributes: [...request.attributes, more] }
    expect(await heard(changed, good)).toEqual([2])
  })

  it('that asks whether the agent is alive needs a Message-Authenticator, too', async () => {
    const status = (identifier: number): Packet => ({
      code: packetCodes.statusServer,
      identifier,
      authenticator: test.ctx.platform.ids.random(16),
      attributes: [],
    })
    expect(await heard(status(1), signRequest(status(2), secretBytes()))).toEqual([2])
  })

  it('of a record that another secret signed gets silence', async () => {
    const record = (identifier: number, secret: Buffer): Packet => {
      const text = (type: number, value: string) => ({ type, value: Buffer.from(value) })
      const attributes = [
        { type: attributeTypes.acctStatusType, value: Buffer.from([0, 0, 0, 1]) },
        text(attributeTypes.acctSessionId, `forged-${identifier}`),
        text(attributeTypes.userName, 'ada'),
      ]
      const packet = {
        code: packetCodes.accountingRequest,
        identifier,
        authenticator: Buffer.alloc(16),
        attributes,
      }
      return { ...packet, authenticator: accountingAuthenticator(packet, secret) }
    }
    const [forged, good] = [record(1, Buffer.from('another')), record(2, secretBytes())]
    expect(await heard(forged, good, agent.acctPort)).toEqual([2])
  })

  it('of EAP is refused by EAP’s own word', async () => {
    const value = Buffer.from([2, 77, 0, 8, 1, 97, 98, 99])
    const request: Packet = {
      ...requestOf('ada', ''),
      attributes: [{ type: attributeTypes.eapMessage, value }],
    }
    const nas = await client()
    nas.send(encodePacket(signRequest(request, secretBytes())))
    await expect.poll(() => nas.answers.length).toBe(1)
    const failure = { type: attributeTypes.eapMessage, value: Buffer.from([4, 77, 0, 4]) }
    expect(nas.answers[0]?.attributes[1]).toEqual(failure)
    nas.close()
  })
})
