import { generateKeyPairSync } from 'node:crypto'
import { jwtVerify } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ServiceForTests, startHttpService } from '../../../testing/http-services.ts'
import { allowedTargetOf } from '../config/outbound-allow.ts'
import { createOutbound } from '../outbound/outbound.ts'
import type { Outbound } from '../outbound.ts'
import { sendFcm } from './fcm.ts'

/* Firebase Cloud Messaging, HTTP v1 API; service accounts by RFC 7523, section 2.1. */

let service: ServiceForTests
let outbound: Outbound
beforeAll(async () => {
  service = await startHttpService()
  const target = allowedTargetOf(`http=localhost:${service.port}`)
  if (typeof target === 'string') throw new Error(target)
  outbound = createOutbound({ outboundAllow: [target] })
})
afterAll(async () => {
  await outbound.close()
  await service.close()
})

let issued = 0
const answering = (status: number, body: unknown = {}) =>
  service.answer(({ path }) => {
    if (path !== '/token') return { status, body }
    issued += 1
    return { body: { access_token: `token-${issued}`, expires_in: 3600, token_type: 'Bearer' } }
  })
beforeEach(() => {
  service.calls.splice(0)
  answering(200, { name: 'projects/acme-app/messages/1' })
})

const newAccount = () => generateKeyPairSync('rsa', { modulusLength: 2048 })
const clientEmail = 'sender@acme-app.iam.gserviceaccount.com'
const start = new Date('2026-11-22T12:00:00Z')

const send = ({ privateKey }: ReturnType<typeof newAccount>, afterSeconds = 0) => {
  const now = new Date(start.getTime() + afterSeconds * 1000)
  const message = {
    now,
    expiresAt: new Date(now.getTime() + 60_000),
    account: { privateKey, clientEmail, projectId: 'acme-app' },
    registrationToken: 'phone:1',
    data: { kind: 'SIGNET_REQUEST' },
    topic: 'signet-request',
  }
  return sendFcm(outbound, message, { token: `${service.url}/token`, api: service.url })
}

const messages = () => service.calls.filter(({ path }) => path !== '/token')

describe('a notice to an Android phone', () => {
  it('goes with a token that the service account has signed for, in the form of the API', async () => {
    const account = newAccount()
    expect(await send(account)).toBe('TAKEN')
    const [asked, sent] = service.calls
    const form = new URLSearchParams(asked?.body)
    expect(form.get('grant_type')).toBe('urn:ietf:params:oauth:grant-type:jwt-bearer')
    const { payload } = await jwtVerify(form.get('assertion') ?? '', account.publicKey, {
      algorithms: ['RS256'],
      currentDate: start,
      audience: `${service.url}/token`,
      issuer: clientEmail,
    })
    expect(payload.scope).toBe('https://www.googleapis.com/auth/firebase.messaging')
    expect(Number(payload.exp) - Number(payload.iat)).toBe(3600)
    expect(sent).toMatchObject({ method: 'POST', path: '/v1/projects/acme-app/messages:send' })
    expect(sent?.headers.authorization).toBe(`Bearer token-${issued}`)
    expect(JSON.parse(sent?.body ?? '')).toEqual({
      message: {
        token: 'phone:1',
        data: { kind: 'SIGNET_REQUEST' },
        android: { priority: 'HIGH', ttl: '60s', collapse_key: 'signet-request' },
      },
    })
  })

  it('goes with the same token until that ends', async () => {
    const account = newAccount()
    for (const seconds of [0, 3000, 3599]) await send(account, seconds)
    const [first, second, third] = messages().map(({ headers }) => headers.authorization)
    expect(second).toBe(first)
    expect(third).not.toBe(first)
  })

  /* Guard: `fingerprintOf` in `nameOf` (fcm.ts). */
  it('never goes with the token of another key of the same account', async () => {
    await send(newAccount())
    await send(newAccount())
    const [first, second] = messages().map(({ headers }) => headers.authorization)
    expect(second).not.toBe(first)
  })

  it('that is for no phone any more is the last one there', async () => {
    answering(404, {
      error: { code: 404, status: 'NOT_FOUND', details: [{ errorCode: 'UNREGISTERED' }] },
    })
    expect(await send(newAccount())).toBe('GONE')
  })

  it.each([
    [429, 'RESOURCE_EXHAUSTED', true],
    [503, 'UNAVAILABLE', true],
    [401, 'UNAUTHENTICATED', true],
    [403, 'PERMISSION_DENIED', false],
    [400, 'INVALID_ARGUMENT', false],
  ])('that is answered %d %s has failed; worth another try: %s', async (code, status, mayRetry) => {
    answering(code, { error: { code, status } })
    await expect(send(newAccount())).rejects.toMatchObject({ name: 'PushFailed', mayRetry })
  })

  it('asks for another token once one was refused', async () => {
    const account = newAccount()
    answering(401, { error: { code: 401, status: 'UNAUTHENTICATED' } })
    await expect(send(account)).rejects.toThrow('401')
    answering(200)
    await send(account)
    expect(service.calls.filter(({ path }) => path === '/token')).toHaveLength(2)
  })
})
