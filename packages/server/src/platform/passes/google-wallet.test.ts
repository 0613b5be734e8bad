import { generateKeyPairSync } from 'node:crypto'
import { jwtVerify } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ServiceForTests, startHttpService } from '../../../testing/http-services.ts'
import { allowedTargetOf } from '../config/outbound-allow.ts'
import { createOutbound } from '../outbound/outbound.ts'
import type { Outbound } from '../outbound.ts'
import { giveToGoogle } from './google-wallet.ts'

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
beforeEach(() => service.calls.splice(0))

const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
const now = new Date('2026-11-22T12:00:00Z')
const account = { privateKey: keys.privateKey, clientEmail: 'passes@x.iam.gserviceaccount.com' }
const passClass = { id: '3388.class' }
const passObject = { id: '3388.object', classId: '3388.class', cardTitle: 'Grüße' }

const answering = (status: (method: string, path: string) => number) =>
  service.answer(({ path, method }) =>
    path === '/token'
      ? { body: { access_token: 'token', expires_in: 3600 } }
      : { status: status(method, path) },
  )
const give = () =>
  giveToGoogle(
    outbound,
    { account, passClass, passObject, now },
    { token: `${service.url}/token`, api: service.url, save: 'https://pay.example/save/' },
  )
const asked = () => service.calls.slice(1).map(({ method, path }) => `${method} ${path}`)

describe('a pass for Google Wallet', () => {
  it('is given in the form of the API, and saved by a link that names it alone', {
    meta: { covers: ['S57'] },
  }, async () => {
    answering(() => 200)
    const link = await give()
    const [token, first, second] = service.calls
    expect(new URLSearchParams(token?.body).get('grant_type')).toContain('jwt-bearer')
    expect(asked()).toEqual(['POST /genericClass', 'POST /genericObject'])
    expect(first?.headers.authorization).toBe('Bearer token')
    expect(JSON.parse(first?.body ?? '')).toEqual(passClass)
    expect(JSON.parse(second?.body ?? '')).toEqual(passObject)
    expect(link.length).toBeLessThan(1800)
    const jwt = link.slice('https://pay.example/save/'.length)
    const { payload } = await jwtVerify(jwt, keys.publicKey, { audience: 'google' })
    expect(payload).toMatchObject({
      iss: account.clientEmail,
      typ: 'savetowallet',
      payload: { genericObjects: [{ id: '3388.object' }] },
    })
  })

  it('that is there already is written over', async () => {
    answering((method) => (method === 'POST' ? 409 : 200))
    await give()
    expect(asked()).toEqual([
      'POST /genericClass',
      'PUT /genericClass/3388.class',
      'POST /genericObject',
      'PUT /genericObject/3388.object',
    ])
  })

  it('that Google refuses has no link', async () => {
    answering(() => 403)
    await expect(give()).rejects.toThrow('Google Wallet answered 403')
  })
})
