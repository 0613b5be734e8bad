import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { connect } from './connection.ts'
import { Unreachable } from './failures.ts'
import { type Request, send } from './send.ts'

const key = crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, [
  'sign',
  'verify',
])

type Fetch = (headers: Headers, signal: AbortSignal | null) => Promise<Response> | Response

const attempts: Headers[] = []

const answerWith = (answer: Fetch, parts: Parameters<typeof connect>[0] = {}): void =>
  connect({
    fetch: async (_, init) => {
      const headers = new Headers(init?.headers)
      attempts.push(headers)
      return answer(headers, init?.signal ?? null)
    },
    proofKey: () => key,
    readToken: () => null,
    random: () => 0,
    repeatsAttempts: () => false,
    ...parts,
  })

const request: Request = {
  method: 'POST',
  url: 'https://acme.example.test/api/web/v1/thing',
  query: '',
  body: '{}',
  locale: 'en',
  proof: 'key',
  isAttempt: true,
  signal: null,
}

const bytesOf = (part: string | undefined): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob((part ?? '').replaceAll('-', '+').replaceAll('_', '/')), (character) =>
    character.charCodeAt(0),
  )

const decoded = (part: string | undefined): Record<string, unknown> =>
  JSON.parse(new TextDecoder().decode(bytesOf(part)))

const proofIn = (headers: Headers | undefined) => {
  const proof = headers?.get('DPoP') ?? ''
  const [header, claims] = proof.split('.')
  return { proof, header: decoded(header), claims: decoded(claims) }
}

beforeEach(() => {
  attempts.length = 0
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a proven call', () => {
  it('carries a proof of the key for its method and address (RFC 9449, section 4.2)', async () => {
    answerWith(() => new Response('{}'))
    await send(request)
    const { proof, header, claims } = proofIn(attempts[0])
    expect(header).toMatchObject({ typ: 'dpop+jwt', alg: 'ES256' })
    expect(claims).toMatchObject({ htm: 'POST', htu: request.url })
    expect(claims).not.toHaveProperty('ath')
    const [first, second, signature] = proof.split('.')
    const jwk = header.jwk
    if (typeof jwk !== 'object' || jwk === null) throw new Error('the proof names no key')
    const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
    const named = await crypto.subtle.importKey('jwk', jwk, algorithm, false, ['verify'])
    const signed = new TextEncoder().encode(`${first}.${second}`)
    const isGenuine = await crypto.subtle.verify(algorithm, named, bytesOf(signature), signed)
    expect(isGenuine).toBe(true)
  })

  it('names the token of its session', async () => {
    answerWith(() => new Response('{}'), { readToken: () => 'the-token' })
    await send({ ...request, proof: 'session' })
    const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode('the-token'))
    expect(attempts[0]?.get('Authorization')).toBe('DPoP the-token')
    expect(bytesOf(String(proofIn(attempts[0]).claims.ath))).toEqual(new Uint8Array(hash))
  })

  it('is made again with the nonce that the server asks for, and keeps the nonce', async () => {
    answerWith((headers) =>
      proofIn(headers).claims.nonce === 'fresh'
        ? new Response('{}')
        : Response.json(
            { errorCode: 'use_dpop_nonce' },
            { status: 401, headers: { 'DPoP-Nonce': 'fresh' } },
          ),
    )
    expect((await send(request)).status).toBe(200)
    expect((await send(request)).status).toBe(200)
    expect(attempts).toHaveLength(3)
    const ids = attempts.map((headers) => proofIn(headers).claims.jti)
    expect(new Set(ids).size).toBe(3)
  })

  it('carries none where none is due', async () => {
    answerWith(() => new Response('{}'))
    await send({ ...request, proof: null })
    expect(attempts[0]?.has('DPoP')).toBe(false)
  })
})

describe('an attempt on a phone', () => {
  const never = (signal: AbortSignal | null): Promise<never> =>
    new Promise((_, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason))
    })

  const onPhone = { repeatsAttempts: () => true }

  it('is cut off after three seconds and made again until it is answered', {
    meta: { covers: ['retry.authenticate-abort', 'constant:authenticate.abort-timeout'] },
  }, async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    answerWith((_, signal) => (attempts.length < 4 ? never(signal) : new Response('{}')), onPhone)
    const answer = send(request)
    for (let cut = 0; cut < 3; cut += 1) {
      await vi.waitFor(() => expect(attempts).toHaveLength(cut + 1), {
        interval: 1,
        timeout: 60_000,
      })
      await vi.advanceTimersByTimeAsync(3000)
    }
    expect((await answer).status).toBe(200)
    expect(attempts).toHaveLength(4)
  })

  it('is made again a hundred times and no more', {
    meta: { covers: ['retry.authenticate-abort', 'constant:authenticate.max-retries'] },
  }, async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    answerWith(() => Promise.reject(new TypeError('Load failed')), onPhone)
    const outcome = send(request).catch((error: unknown) => error)
    for (let repeat = 0; repeat <= 100; repeat += 1) {
      await vi.waitFor(() => expect(attempts).toHaveLength(repeat + 1), {
        interval: 1,
        timeout: 60_000,
      })
      await vi.advanceTimersByTimeAsync(1000)
    }
    expect(await outcome).toBeInstanceOf(Unreachable)
    expect(attempts).toHaveLength(101)
  })

  it('is made once elsewhere, and for calls that are no attempts', async () => {
    answerWith(() => Promise.reject(new TypeError('Load failed')))
    await expect(send(request)).rejects.toBeInstanceOf(Unreachable)
    expect(attempts).toHaveLength(1)
    answerWith(() => Promise.reject(new TypeError('Load failed')), onPhone)
    await expect(send({ ...request, isAttempt: false })).rejects.toBeInstanceOf(Unreachable)
    expect(attempts).toHaveLength(2)
  })
})
