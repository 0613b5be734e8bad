import { logout, renewSession } from '@signet/contract/access/authentication'
import { listAuditEvents } from '@signet/contract/operations/audit-events'
import { readAccountInfo } from '@signet/contract/tenancy/accounts'
import { endOwnSession, endOwnSessions, listOwnSessions } from '@signet/contract/tenancy/sessions'
import { readSubscriber } from '@signet/contract/tenancy/subscribers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BuiltUser, buildAdmin, buildUser, signInAs } from '../../../../testing/builders.ts'
import { createProver } from '../../../../testing/proofs.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { startSession } from './index.ts'

let test: TestApp
let user: BuiltUser
let auditor: BuiltUser
beforeAll(async () => {
  test = await startTestApp()
  auditor = await buildAdmin(test.ctx)
  user = await buildUser(test.ctx)
})
afterAll(() => test.close())

const url = (path: string): string => `${test.tenant.publicUrl}${path}`
const sessionsUrl = (): string => url('/api/web/v1/self/sessions')

const boundSession = async (thumbprint: string): Promise<string> => {
  const { session } = await test.ctx.transaction((ctx) =>
    startSession(ctx, {
      userId: user.id,
      userName: user.userId,
      kind: 'web',
      amr: ['pwd'],
      acr: null,
      deviceId: null,
      keyThumbprint: thumbprint,
    }),
  )
  return session.jwt.token
}

const nonce = async (): Promise<string> =>
  String((await test.call(readSubscriber)).headers['dpop-nonce'])

const withProof = async (token: string, proof: string, scheme = 'DPoP') =>
  test.call(listOwnSessions, { headers: { authorization: `${scheme} ${token}`, dpop: proof } })

const lastRejection = async (): Promise<unknown> => {
  const as = await signInAs(test.ctx, auditor)
  const body = { actions: ['REQUEST_REJECTED'] }
  return [...Object((await test.call(listAuditEvents, { as, body })).body.results)][0]
}

describe('a session token', () => {
  it('opens calls under Bearer and bare, until it is ended', {
    meta: { covers: ['transport.authorization-header'] },
  }, async () => {
    const as = await signInAs(test.ctx, user)
    expect((await test.call(listOwnSessions, { as })).status).toBe(200)
    expect((await test.call(listOwnSessions, { headers: { authorization: as } })).status).toBe(200)
    const [{ id }] = JSON.parse((await test.call(listOwnSessions, { as })).text).filter(
      ({ current }: { current: boolean }) => current,
    )
    expect((await test.call(endOwnSession, { as, params: { id } })).status).toBe(204)
    expect((await test.call(listOwnSessions, { as })).body.errorCode).toBe('invalid_session_token')
  })

  it('is refused when it was changed, cut, or signed by another tenant', {
    meta: { covers: ['S16'] },
  }, async () => {
    const as = await signInAs(test.ctx, user)
    const [head, body, signature] = as.split('.')
    const claims = JSON.parse(Buffer.from(body ?? '', 'base64url').toString())
    const changed = Buffer.from(JSON.stringify({ ...claims, sub: 'someone' })).toString('base64url')
    const none = Buffer.from('{"alg":"none","typ":"session+jwt","kid":"x"}').toString('base64url')
    const wrong = [
      [`${head}.${changed}.${signature}`, 'wrong signature'],
      [as.slice(0, -3), 'wrong signature'],
      [`${none}.${body}.`, 'unknown signing key'],
      ['x.y.z', 'unknown signing key'],
      ['nonsense', 'not a JWS with three parts'],
    ] as const
    for (const [bad, fault] of wrong) {
      const answer = await test.call(listOwnSessions, { as: bad })
      expect(answer.body.errorCode, bad).toBe('invalid_session_token')
      expect(await lastRejection(), bad).toMatchObject({
        attributes: { door: 'API', reason: 'TOKEN_INVALID', detail: fault },
      })
    }
    const other = await test.otherTenant()
    const foreign = await signInAs(other.ctx, await buildUser(other.ctx))
    expect((await test.call(listOwnSessions, { as: foreign })).status).toBe(401)
  })

  it('says expired after its time, both codes as the specification spells them', {
    meta: { covers: ['errors.expired-session-token'] },
  }, async () => {
    const as = await signInAs(test.ctx, await buildUser(test.ctx))
    test.clock.advance(test.platform.config.sessionIdleMillis + 1000)
    const answer = await test.call(listOwnSessions, { as })
    expect(answer).toMatchObject({
      status: 401,
      body: { errorCode: 'expired_session_token', code: 'EXPIRED_SESSION_TOKEN' },
    })
  })

  it('holds the rights of this moment: a role taken away is gone on the next call', async () => {
    const admin = await buildAdmin(test.ctx)
    expect((await test.call(readAccountInfo, { as: admin.token })).status).toBe(200)
    await test.ctx.db
      .deleteFrom('user_roles')
      .where('tenant_id', '=', test.tenant.id)
      .where('user_id', '=', admin.id)
      .execute()
    expect((await test.call(readAccountInfo, { as: admin.token })).status).toBe(403)
  })

  it('of a locked user opens nothing from the next call on', async () => {
    const locked = await buildUser(test.ctx)
    const as = await signInAs(test.ctx, locked)
    await test.ctx.db
      .updateTable('users')
      .set({ locked: true })
      .where('tenant_id', '=', test.tenant.id)
      .where('id', '=', locked.id)
      .execute()
    expect((await test.call(listOwnSessions, { as })).body).toMatchObject({
      errorCode: 'account_locked',
      code: 'ACCOUNT_LOCKED',
      status: 403,
    })
  })
})

describe('a token bound to a key', () => {
  it('opens calls with a proof of that key, for this method, address and token', async () => {
    const prover = createProver()
    const token = await boundSession(prover.thumbprint)
    const proof = prover.prove({ method: 'GET', url: sessionsUrl(), nonce: await nonce(), token })
    expect((await withProof(token, proof)).status).toBe(200)
  })

  it('is refused without a proof under any scheme, and with another key', async () => {
    const prover = createProver()
    const token = await boundSession(prover.thumbprint)
    expect((await test.call(listOwnSessions, { as: token })).body.errorCode).toBe(
      'invalid_session_token',
    )
    expect(
      (await test.call(listOwnSessions, { headers: { authorization: `DPoP ${token}` } })).status,
    ).toBe(401)
    const thief = createProver().prove({
      method: 'GET',
      url: sessionsUrl(),
      nonce: await nonce(),
      token,
    })
    expect((await withProof(token, thief)).body.errorCode).toBe('invalid_session_token')
  })

  it('is refused for a wrong proof, and the audit log says what is wrong with it', {
    meta: { covers: ['S16'] },
  }, async () => {
    const prover = createProver()
    const token = await boundSession(prover.thumbprint)
    const proofOf = async (given: object = {}, by = prover) =>
      by.prove({ method: 'GET', url: sessionsUrl(), nonce: await nonce(), token, ...given })
    const used = await proofOf()
    await withProof(token, used)
    const wrong: readonly (readonly [string, () => Promise<string>])[] = [
      ['already used', async () => used],
      ['htm is another method', () => proofOf({ method: 'POST' })],
      ['htu is another URL', () => proofOf({ url: url('/api/web/v1/self/users') })],
      ['htu is another URL', () => proofOf({ url: 'http://evil.test/api/web/v1/self/sessions' })],
      ['ath does not match the token', () => proofOf({ token: `${token}x` })],
      ['header is not ES256 with a P-256 key', () => proofOf({ header: { typ: 'jwt' } })],
      ['header is not ES256 with a P-256 key', () => proofOf({ header: { alg: 'none' } })],
      ['claims are missing or malformed', () => proofOf({ claims: { jti: undefined } })],
      ['longer than 4000 characters', async () => 'x'.repeat(4001)],
      ['not a JWS with three parts', async () => 'x.y'],
      ['wrong signature', async () => `${(await proofOf()).split('.', 2).join('.')}.AAAA`],
      ['made with another key', () => proofOf({}, createProver())],
    ]
    for (const [fault, make] of wrong) {
      const { errorCode } = (await withProof(token, await make())).body
      expect(errorCode, fault).toBe('invalid_session_token')
      expect(await lastRejection(), fault).toMatchObject({
        attributes: { door: 'API', reason: 'PROOF_INVALID', detail: fault },
      })
      // The first five of a minute are recorded one by one.
      test.clock.advance(61_000)
    }
  })

  it('is refused for a proof that somebody else has signed, or that was changed since', async () => {
    const prover = createProver()
    const token = await boundSession(prover.thumbprint)
    const right = { method: 'GET', url: sessionsUrl(), nonce: await nonce(), token }
    const [header, claims] = prover.prove(right).split('.')
    const [, , foreign] = createProver().prove(right).split('.')
    const [, , former] = prover.prove({ ...right, method: 'POST' }).split('.')
    for (const signature of [foreign, former, '']) {
      const answer = await withProof(token, `${header}.${claims}.${signature}`)
      expect(answer.body.errorCode).toBe('invalid_session_token')
    }
  })

  it('accepts one proof once', { meta: { covers: ['S11'] } }, async () => {
    const prover = createProver()
    const token = await boundSession(prover.thumbprint)
    const proof = prover.prove({ method: 'GET', url: sessionsUrl(), nonce: await nonce(), token })
    const answers = await Promise.all(Array.from({ length: 50 }, () => withProof(token, proof)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('asks for a fresh nonce: the visitor’s clock does not matter', async () => {
    const prover = createProver()
    const token = await boundSession(prover.thumbprint)
    const old = await nonce()
    const without = await withProof(
      token,
      prover.prove({ method: 'GET', url: sessionsUrl(), token }),
    )
    expect(without).toMatchObject({ status: 401, body: { errorCode: 'use_dpop_nonce' } })
    const given = String(without.headers['dpop-nonce'])
    const oddClock = prover.prove({
      method: 'GET',
      url: sessionsUrl(),
      nonce: given,
      token,
      claims: { iat: 1 },
    })
    expect((await withProof(token, oddClock)).status).toBe(200)
    test.clock.advance(6 * 60_000)
    const stale = await withProof(
      await boundSession(prover.thumbprint),
      prover.prove({ method: 'GET', url: sessionsUrl(), nonce: old, token }),
    )
    expect(stale.status).toBe(401)
  })
})

describe('renewal', () => {
  it('moves the end, and stops at the absolute life', async () => {
    let as = await signInAs(test.ctx, await buildUser(test.ctx))
    const { sessionIdleMillis: idle, sessionAbsoluteMillis: absolute } = test.platform.config
    for (let at = 0; at + idle / 2 < absolute; at += idle / 2) {
      test.clock.advance(idle / 2)
      const answer = await test.call(renewSession, { as })
      if (at + idle < absolute) expect(answer.status, `${at}`).toBe(200)
      if (answer.status !== 200) break
      as = JSON.parse(answer.text).jwt.token
    }
    test.clock.advance(idle / 2)
    expect((await test.call(renewSession, { as })).status).toBe(401)
  })
})

describe('signing out', () => {
  it('ends this session and removes the cookie', async () => {
    const as = await signInAs(test.ctx, user)
    const answer = await test.call(logout, { as })
    expect(answer.status).toBe(204)
    expect(String(answer.headers['set-cookie'])).toMatch(/^signet=; .*Max-Age=0/)
    expect((await test.call(listOwnSessions, { as })).status).toBe(401)
  })

  it('everywhere ends all sessions of this user and of nobody else', async () => {
    const [first, second] = [await signInAs(test.ctx, user), await signInAs(test.ctx, user)]
    const other = await signInAs(test.ctx, await buildUser(test.ctx))
    expect((await test.call(endOwnSessions, { as: first })).status).toBe(204)
    for (const as of [first, second])
      expect((await test.call(listOwnSessions, { as })).status).toBe(401)
    expect((await test.call(listOwnSessions, { as: other })).status).toBe(200)
  })

  it('of a session that is not one’s own is not found', async () => {
    const as = await signInAs(test.ctx, await buildUser(test.ctx))
    const others = await signInAs(test.ctx, user)
    const [{ id }] = JSON.parse((await test.call(listOwnSessions, { as: others })).text)
    expect((await test.call(endOwnSession, { as, params: { id } })).status).toBe(404)
  })
})

describe('the navigation cookie', () => {
  it('opens no call of the API', async () => {
    const { cookie } = await test.ctx.transaction((ctx) =>
      startSession(ctx, {
        userId: user.id,
        userName: user.userId,
        kind: 'web',
        amr: [],
        acr: null,
        deviceId: null,
        keyThumbprint: null,
      }),
    )
    const answer = await test.call(endOwnSessions, {
      headers: { cookie: `signet=${cookie.value}` },
    })
    expect(answer.body.errorCode).toBe('invalid_web_session')
  })
})
