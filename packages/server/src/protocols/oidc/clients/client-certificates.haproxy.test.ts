import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:https'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  createCertificate,
  pemOf,
  type TestCertificate,
} from '../../../../testing/access/certificates.ts'
import { type Party, registerParty } from '../../../../testing/oidc/party.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { createApp } from '../../../app.ts'
import { networks } from '../../../platform/config/networks.ts'

/* Certificates of clients through a real proxy; where HAProxy is not installed, nothing is tried. */

const isInstalled = spawnSync('haproxy', ['-v']).status === 0

const authority = createCertificate({ name: { CN: 'Acme CA' }, isAuthority: true })
const front = createCertificate({ name: { CN: 'front' } })
const holder = createCertificate({ name: { CN: 'billing' }, issuer: authority })
const keyOf = ({ privateKey }: TestCertificate) =>
  privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** @throws while nothing listens there */
const reach = async (port: number): Promise<void> => {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect').finally(() => socket.destroy())
}

/** Takes the header from whoever sent it, and writes the certificate that TLS has proven. */
const configOf = (folder: string, { from, to }: { from: number; to: number }) => `
defaults
  mode http
  timeout connect 30s
  timeout client 60s
  timeout server 60s
frontend front
  bind 127.0.0.1:${from} ssl crt ${folder}/front.pem ca-file ${folder}/ca.pem verify optional
  http-request del-header client-cert
  http-request set-header client-cert :%[ssl_c_der,base64]: if { ssl_c_used }
  default_backend service
backend service
  server service 127.0.0.1:${to}
`

describe.skipIf(!isInstalled)('behind HAProxy', () => {
  let test: TestApp
  let app: FastifyInstance
  let proxy: ChildProcess
  let folder: string
  let port: number
  let party: Party
  beforeAll(async () => {
    test = await startTestApp({ ownDatabase: true })
    const config = {
      ...test.platform.config,
      trustedProxies: networks('127.0.0.1'),
      clientCertificates: { tls: false, header: 'client-cert' },
    }
    app = await createApp({ ...test.platform, config })
    const to = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)
    folder = await mkdtemp(join(tmpdir(), 'signet-haproxy-'))
    port = await freePort()
    await writeFile(join(folder, 'front.pem'), `${pemOf(front)}${keyOf(front)}`)
    await writeFile(join(folder, 'ca.pem'), pemOf(authority))
    await writeFile(join(folder, 'haproxy.cfg'), configOf(folder, { from: port, to }))
    proxy = spawn('haproxy', ['-f', join(folder, 'haproxy.cfg')], { stdio: 'ignore' })
    party = await registerParty(test, {
      applicationType: 'OIDC_SERVER',
      redirectUris: [],
      tokenEndpointAuthMethod: 'tls_client_auth',
      certificateAuthorities: pemOf(authority),
      certificateNameValue: 'CN=billing',
    })
    await vi.waitFor(() => reach(port), { timeout: 60_000 })
  })
  afterAll(async () => {
    proxy.kill()
    await rm(folder, { recursive: true })
    await app.close()
    await test.close()
  })

  const ask = (
    certificate: TestCertificate | null,
    headers: Readonly<Record<string, string>> = {},
  ) =>
    new Promise<Record<string, unknown>>((resolve, reject) => {
      const shown =
        certificate === null ? {} : { cert: pemOf(certificate), key: keyOf(certificate) }
      const sent = request(
        {
          host: '127.0.0.1',
          port,
          path: '/api/oidc/token',
          method: 'POST',
          ca: pemOf(front),
          checkServerIdentity: () => undefined,
          agent: false,
          headers: {
            host: new URL(test.tenant.publicUrl).host,
            'content-type': 'application/x-www-form-urlencoded',
            ...headers,
          },
          ...shown,
        },
        (answer) => {
          let text = ''
          answer.on('data', (data) => (text += String(data)))
          answer.on('end', () => resolve(JSON.parse(text)))
        },
      )
      sent.on('error', reject)
      sent.end(
        new URLSearchParams({ grant_type: 'client_credentials', client_id: party.id }).toString(),
      )
    })

  it('an application proves itself by the certificate of its connection', async () => {
    expect(await ask(holder)).toMatchObject({ token_type: 'Bearer' })
    expect(await ask(null)).toMatchObject({ error: 'invalid_client' })
  })

  it('a header that the client wrote itself is nobody’s', {
    meta: { covers: ['S54'] },
  }, async () => {
    const forged = { 'client-cert': `:${holder.der.toString('base64')}:` }
    expect(await ask(null, forged)).toMatchObject({ error: 'invalid_client' })
  })
})
