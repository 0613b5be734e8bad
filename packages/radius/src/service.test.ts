import { createServer } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { createService } from './service.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** The agent's service, which answers everything so. */
const serviceThat = async (status: number, body = '{}') => {
  const server = createServer((request, response) => {
    request.resume()
    response.writeHead(status, { 'content-type': 'application/json' }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const bound = server.address()
  const port = typeof bound === 'object' && bound !== null ? bound.port : 0
  const given = {
    RADIUS_SERVICE_URL: `http://127.0.0.1:${port}`,
    RADIUS_CREDENTIAL: 'x'.repeat(30),
  }
  const service = createService(readConfig(given))
  closing.push(
    () => service.close(),
    () => server.close(),
  )
  return service
}

// Guard: `troubleOf`.
describe('a service that gives no decision', () => {
  it.each([
    [401, /^the service rejected the credential: check RADIUS_CREDENTIAL_FILE/],
    [403, /^the service rejected the credential: check RADIUS_CREDENTIAL_FILE/],
    [404, /^no tenant has the host name of RADIUS_SERVICE_URL$/],
    [500, /^the service answered 500$/],
  ])('is told with what to do about it: %i', async (status, words) => {
    const service = await serviceThat(status, JSON.stringify({ errorCode: 'access_denied' }))
    await expect(service.configuration(null)).rejects.toThrow(words)
  })

  it('is told without the credential', async () => {
    const service = await serviceThat(403)
    await expect(service.configuration(null)).rejects.not.toThrow('xxx')
  })
})
