import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a service of others answers an app (docs/protocols/soft-token.md). */
export interface TokenAnswers {
  readonly claim: object
  /** Null: the connection is taken, and nothing is said. */
  readonly standing: string | null
}

/** A service of another tenant, by the published protocol: it takes any claim, and then answers as it likes. */
export const startTokenService = async (name: string, answers: TokenAnswers) => {
  let { standing } = answers
  const server = createServer((request, response) => {
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('access-control-allow-headers', 'dpop, content-type')
    response.setHeader('access-control-allow-methods', 'GET, POST, PUT, DELETE')
    response.setHeader('content-type', 'application/json')
    if (request.method === 'OPTIONS') response.end()
    else if (request.method === 'POST') response.end(JSON.stringify(answers.claim))
    else if (standing !== null && request.method === 'GET') response.end(standing)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port }: AddressInfo = Object(server.address())
  return {
    link: (app: string): string =>
      `${app}/authenticator/#/add?service=http://${name}.localhost:${port}&claim=${'c'.repeat(22)}`,
    answer: (next: string | null): void => {
      standing = next
    },
    close: async (): Promise<void> => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const now = (): string => new Date().toISOString()

export const claimOf = (issuer: string, given: object = {}) => ({
  tokenId: '018f0000-0000-7000-8000-000000000001',
  serialNumber: '1',
  issuer,
  account: 'mary@example.com',
  secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
  algorithm: 'SHA1',
  digits: 6,
  periodSeconds: 30,
  time: now(),
  ...given,
})

/** A push of the same id at every service. */
export const standingOf = (issuer: string, details?: string): string =>
  JSON.stringify({
    state: 'ACTIVE',
    time: now(),
    pushes: [
      {
        id: '018f0000-0000-7000-8000-000000000002',
        numberAsked: false,
        expiresAt: now(),
        details:
          details ??
          JSON.stringify({
            issuer,
            application: `${issuer} mail`,
            purpose: 'SIGN_IN',
            address: '192.0.2.1',
            browser: 'Firefox',
            at: now(),
          }),
      },
    ],
  })
