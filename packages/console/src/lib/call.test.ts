import { endpoint } from '@signet/contract/kit/endpoint'
import { noContent } from '@signet/contract/kit/schemas'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { call, callWithEtag, responseTo } from './call.ts'
import { CallError } from './call-error.ts'
import { failures, onFailure } from './failures.ts'
import { lockoutAskers, lockoutQuestion } from './lockout.ts'
import { proofAskers, proofWanted } from './proof-wanted.ts'
import { connectCalls } from './transport.ts'

const common = { errors: [], audit: null, limit: 'read', summary: '' } as const
const readThing = endpoint({
  ...common,
  method: 'GET',
  path: '/api/web/v1/things/:id',
  actor: 'user',
  params: z.object({ id: z.string() }),
  query: z.object({ q: z.string().optional(), tag: z.array(z.string()).optional() }),
  answer: z.object({ name: z.string() }),
})
const changeThing = endpoint({
  ...common,
  method: 'PUT',
  path: '/api/web/v1/things/:id',
  actor: 'user',
  params: z.object({ id: z.string() }),
  body: z.object({ name: z.string() }),
  answer: noContent,
})
const readPublic = endpoint({
  ...common,
  method: 'GET',
  path: '/api/web/v1/public',
  actor: 'public',
  answer: z.object({}),
})

const json = (status: number, body: unknown, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers })

/** A server that answers one prepared answer after another and keeps what it was asked. */
const answering = (...answers: (() => Response | Promise<Response>)[]) => {
  const asked: { url: URL; init: RequestInit; headers: Headers }[] = []
  connectCalls({
    fetch: async (url, init = {}) => {
      asked.push({ url: new URL(String(url)), init, headers: new Headers(init.headers) })
      const next = answers.length > 1 ? answers.shift() : answers[0]
      return next?.() ?? json(500, {})
    },
  })
  return asked
}

let key: CryptoKeyPair
beforeEach(async () => {
  key = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, [
    'sign',
    'verify',
  ])
  connectCalls({ readToken: () => 'the-token', proofKey: async () => key, random: () => 0.5 })
})
afterEach(() => vi.useRealTimers())

const decoded = (part = ''): unknown =>
  JSON.parse(atob(part.replaceAll('-', '+').replaceAll('_', '/')))

const proofOf = async (headers: Headers) => {
  const proof = headers.get('DPoP') ?? ''
  const [header, payload, signature = ''] = proof.split('.')
  const isGenuine = await crypto.subtle.verify(
    { name: 'ECDSA', hash: 'SHA-256' },
    key.publicKey,
    Uint8Array.from(atob(signature.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
      character.charCodeAt(0),
    ),
    new TextEncoder().encode(`${header}.${payload}`),
  )
  return { header: decoded(header), payload: decoded(payload), isGenuine }
}

describe('a call', () => {
  it('writes parameters into the path and leaves out empty query values', {
    meta: { covers: ['transport.null-query'] },
  }, async () => {
    const asked = answering(() => json(200, { name: 'x', secret: 'stripped' }))
    const answer = await call(readThing, {
      params: { id: 'a/b c' },
      query: { q: null, tag: ['one', 'two'] },
    })
    expect(answer).toEqual({ name: 'x' })
    expect(asked[0]?.url.pathname).toBe('/api/web/v1/things/a%2Fb%20c')
    expect(asked[0]?.url.search).toBe('?tag=one&tag=two')
  })

  it('that opens a session proves the key alone', async () => {
    const asked = answering(() => json(200, {}))
    await call(readPublic, { proof: 'key' })
    const headers = asked[0]?.headers ?? new Headers()
    const { payload, isGenuine } = await proofOf(headers)
    expect([isGenuine, headers.has('Authorization')]).toEqual([true, false])
    expect(payload).toMatchObject({ htu: 'https://acme.example.test/api/web/v1/public' })
    expect(payload).not.toHaveProperty('ath')
    await call(readPublic)
    expect(asked[1]?.headers.has('DPoP')).toBe(false)
  })

  it('proves its key with a proof of this request (RFC 9449)', async () => {
    const asked = answering(() => json(200, { name: 'x' }))
    await call(readThing, { params: { id: '1' }, query: { q: 'a' } })
    const headers = asked[0]?.headers ?? new Headers()
    const { header, payload, isGenuine } = await proofOf(headers)
    expect(isGenuine).toBe(true)
    expect(headers.get('Authorization')).toBe('DPoP the-token')
    expect(header).toMatchObject({ typ: 'dpop+jwt', alg: 'ES256', jwk: { crv: 'P-256' } })
    expect(header).not.toHaveProperty('jwk.d')
    expect(payload).toMatchObject({
      htm: 'GET',
      htu: 'https://acme.example.test/api/web/v1/things/1',
      // SHA-256 of "the-token", base64url.
      ath: 'wqc_z2HfvcrceaELozCy7162b8Cmc17Wm3lrs8l7l64',
    })
  })

  it('makes a fresh proof with the nonce that the server asks for', async () => {
    const asked = answering(
      () => json(401, { errorCode: 'use_dpop_nonce' }, { 'DPoP-Nonce': 'nonce-1' }),
      () => json(200, { name: 'x' }, { 'DPoP-Nonce': 'nonce-2' }),
    )
    await call(readThing, { params: { id: '1' } })
    await call(readThing, { params: { id: '1' } })
    const proofs = await Promise.all(asked.map(({ headers }) => proofOf(headers)))
    expect(proofs.map(({ payload }) => payload)).toMatchObject([
      {},
      { nonce: 'nonce-1' },
      { nonce: 'nonce-2' },
    ])
    const ids = proofs.map(({ payload }) => z.object({ jti: z.string() }).parse(payload).jti)
    expect(new Set(ids).size).toBe(3)
    expect(failures.get()).toEqual([])
  })

  it('asks once only when the server keeps asking for a nonce', async () => {
    const asked = answering(() => json(401, { errorCode: 'use_dpop_nonce' }))
    await expect(call(readThing, { params: { id: '1' } })).rejects.toBeInstanceOf(CallError)
    expect(asked).toHaveLength(2)
  })

  it('sends no token where nobody needs to be signed in', async () => {
    connectCalls({
      readToken: () => {
        throw new Error('no session')
      },
    })
    const asked = answering(() => json(200, {}))
    await call(readPublic)
    expect(asked[0]?.headers.has('Authorization')).toBe(false)
  })

  it('brings the version and sends it back', {
    meta: { covers: ['transport.extra-headers'] },
  }, async () => {
    const asked = answering(
      () => json(200, { name: 'x' }, { ETag: '"7"' }),
      () => new Response(null, { status: 204 }),
    )
    const { etag } = await callWithEtag(readThing, { params: { id: '1' } })
    expect(etag).toBe('"7"')
    const answer = await call(changeThing, {
      params: { id: '1' },
      body: { name: 'y' },
      ifMatch: etag ?? '',
    })
    expect(answer).toBeUndefined()
    expect(asked[1]?.headers.get('If-Match')).toBe('"7"')
    expect(asked[1]?.init.body).toBe('{"name":"y"}')
  })

  it('refuses an answer that does not fit the contract', async () => {
    answering(() => json(200, { name: 7 }))
    await expect(call(readThing, { params: { id: '1' } })).rejects.toBeInstanceOf(z.ZodError)
  })
})

describe('a refused call', () => {
  it('is thrown with status and body, recorded, and told to listeners', {
    meta: {
      covers: ['errors.recorded', 'errors.rethrown', 'errors.stored-shape', 'errors.thrown-object'],
    },
  }, async () => {
    const heard: string[] = []
    const forget = onFailure((error) => heard.push(error.code))
    const body = { code: 'ACCOUNT_LOCKED', errorCode: 'account_locked', parameters: { name: 'x' } }
    answering(() => json(403, body))
    await expect(call(readPublic)).rejects.toMatchObject({ status: 403, body })
    expect(failures.get()).toEqual([
      { status: 403, code: 'ACCOUNT_LOCKED', message: '', parameters: { name: 'x' } },
    ])
    expect(heard).toEqual(['account_locked'])
    forget()
  })

  it('is brought as it was answered where any answer will do, and recorded nowhere', async () => {
    const before = failures.get()
    answering(() => json(409, { errorCode: 'user_exists' }, { 'X-Request-Id': 'request-1' }))
    const response = await responseTo(readThing, { params: { id: '1' } })
    expect([response.status, response.headers.get('X-Request-Id')]).toEqual([409, 'request-1'])
    expect(await response.json()).toEqual({ errorCode: 'user_exists' })
    expect(failures.get()).toEqual(before)
  })

  it('keeps a body that is no JSON as text', {
    meta: { covers: ['errors.text-body'] },
  }, async () => {
    answering(() => new Response('<h1>Bad gateway</h1>', { status: 502 }))
    await expect(call(readPublic)).rejects.toMatchObject({
      status: 502,
      body: '<h1>Bad gateway</h1>',
      code: 'general_error',
    })
  })
})

describe('too many requests', () => {
  it('are tried again after 1, 2 and 4 seconds; then the last answer stands', {
    meta: {
      covers: [
        'retry.backoff',
        'retry.exhausted',
        'retry.on-429',
        'constant:retry.rate-limit-attempts',
        'constant:retry.rate-limit-wait-1',
        'constant:retry.rate-limit-wait-2',
        'constant:retry.rate-limit-wait-3',
        'constant:retry.status',
      ],
    },
  }, async () => {
    vi.useFakeTimers()
    const asked = answering(() => json(429, {}))
    const outcome = call(readPublic).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(0)
    expect(asked).toHaveLength(1)
    for (const [seconds, attempts] of [
      [1, 2],
      [2, 3],
      [4, 4],
    ] as const) {
      await vi.advanceTimersByTimeAsync(seconds * 1000 - 1)
      expect(asked).toHaveLength(attempts - 1)
      await vi.advanceTimersByTimeAsync(1)
      expect(asked).toHaveLength(attempts)
    }
    await vi.advanceTimersByTimeAsync(60_000)
    expect(asked).toHaveLength(4)
    expect(await outcome).toMatchObject({ status: 429, code: 'too_many_requests' })
  })

  it('are tried again when the header says, plus a fraction of a second', {
    meta: { covers: ['retry.reset-header', 'constant:retry.rate-limit-header'] },
  }, async () => {
    vi.useFakeTimers()
    const asked = answering(
      () => json(429, {}, { 'X-Ratelimit-Reset': '7' }),
      () => json(200, {}),
    )
    const answer = call(readPublic)
    await vi.advanceTimersByTimeAsync(7499)
    expect(asked).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    await answer
    expect(asked).toHaveLength(2)
  })

  it('are not tried again where what is paused is so for longer than the retries', async () => {
    const asked = answering(() => json(429, { errorCode: 'push_paused' }, { 'Retry-After': '600' }))
    await expect(call(readPublic)).rejects.toMatchObject({ status: 429, code: 'push_paused' })
    expect(asked).toHaveLength(1)
  })

  it('are not waited for once the caller has gone', {
    meta: { covers: ['transport.extra-headers'] },
  }, async () => {
    vi.useFakeTimers()
    answering(() => json(429, {}))
    const { signal, abort } = ((controller) => ({
      signal: controller.signal,
      abort: () => controller.abort(),
    }))(new AbortController())
    const outcome = call(readPublic, { signal }).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(10)
    abort()
    expect(await outcome).toMatchObject({ name: 'AbortError' })
  })
})

describe('a change that would lock administrators out', () => {
  const refusal = () => json(409, { errorCode: 'administrator_locked_out' })
  const change = () => call(changeThing, { params: { id: '1' }, body: { name: 'x' } })

  it('is made with what was typed when somebody is asked', async () => {
    lockoutAskers.set(1)
    const asked = answering(refusal, () => new Response(null, { status: 204 }))
    const done = change()
    await vi.waitFor(() => expect(lockoutQuestion.get()).not.toBe(null), { timeout: 30_000 })
    lockoutQuestion.get()?.answer('ada ä')
    await done
    expect(asked.map(({ headers }) => headers.get('Signet-Accept-Lockout'))).toEqual([
      null,
      'ada%20%C3%A4',
    ])
  })

  it('fails when the answer is no, and where nobody can be asked', async () => {
    answering(refusal)
    await expect(change()).rejects.toMatchObject({ status: 409 })
    lockoutAskers.set(1)
    const stop = lockoutQuestion.subscribe(() => lockoutQuestion.get()?.answer(null))
    await expect(change()).rejects.toMatchObject({ status: 409 })
    stop()
  })
})

describe('a call that asks for a fresh proof', () => {
  const refusal = () => json(403, { errorCode: 'step_up_required' })
  const change = () => call(changeThing, { params: { id: '1' }, body: { name: 'x' } })
  const answeredBy = (isProven: boolean) =>
    proofWanted.subscribe(() => proofWanted.get()?.settle(isProven))

  it('is made again as it was once the proof is given, and only once', async () => {
    proofAskers.set(1)
    const asked = answering(refusal, () => new Response(null, { status: 204 }))
    const stop = answeredBy(true)
    await change()
    expect(asked.map(({ init }) => init.body)).toEqual(['{"name":"x"}', '{"name":"x"}'])
    answering(refusal)
    await expect(change()).rejects.toMatchObject({ code: 'step_up_required' })
    stop()
  })

  it('fails when the proof is declined, and where no dialog can ask', async () => {
    const asked = answering(refusal)
    await expect(change()).rejects.toMatchObject({ code: 'step_up_required' })
    proofAskers.set(1)
    const stop = answeredBy(false)
    await expect(change()).rejects.toMatchObject({ code: 'step_up_required' })
    expect(asked).toHaveLength(2)
    stop()
  })

  it('is asked about once with all others that wait', async () => {
    proofAskers.set(1)
    answering(refusal, refusal, () => new Response(null, { status: 204 }))
    const both = Promise.all([change(), change()])
    await vi.waitFor(() => expect(proofWanted.get()).not.toBe(null), { timeout: 30_000 })
    await new Promise((resolve) => setTimeout(resolve, 20))
    proofWanted.get()?.settle(true)
    await both
    expect(proofWanted.get()).toBe(null)
  })
})
