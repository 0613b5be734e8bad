import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { type BuiltUser, buildUser } from '@signet/server/testing/builders'
import { startTestApp, type TestApp } from '@signet/server/testing/test-app'

const tls = new URL('../../../packages/server/testing/tls/', import.meta.url)
const pem = (name: string): string => readFileSync(new URL(name, tls), 'utf8')

/** The authority of the service's certificate, for programs that are given a file. */
export const authorityFile = fileURLToPath(new URL('ca.pem', tls))

/** The service by HTTPS, as any client on the network reaches it. */
export interface StockService {
  readonly test: TestApp
  readonly user: BuiltUser
  readonly issuer: string
  close(): Promise<void>
}

/** On a port of its own, before there is anything that answers: the service must know its public URL. */
const listening = async (): Promise<Server> => {
  const server = createServer({ key: pem('server.key'), cert: pem('server.pem') })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

/** Its certificate is one of an authority that this process trusts, so that clients need no option. */
export const startStockService = async (): Promise<StockService> => {
  setDefaultCACertificates([...getCACertificates('default'), pem('ca.pem')])
  const server = await listening()
  const { port }: AddressInfo = Object(server.address())
  const publicUrl = `https://localhost:${port}`
  const test = await startTestApp({ ownDatabase: true, publicUrl })
  const user = await buildUser(test.ctx, { email: 'ada@example.test' })
  server.on('request', (request, reply) => test.app.routing(request, reply))
  return {
    test,
    user,
    issuer: `${publicUrl}/api/oidc`,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await test.close()
    },
  }
}
