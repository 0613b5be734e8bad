import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import {
  answerPush,
  claimSoftToken,
  readSoftToken,
  removeSoftToken,
} from '@signet/contract/authenticators/soft-tokens'
import type { Endpoint } from '@signet/contract/kit/endpoint'
import type { Context } from '../../src/kit/context.ts'
import { tokens } from '../../src/modules/authenticators/tokens/index.ts'
import { type Answer, type Call, pathOf } from '../call.ts'
import { fieldOf, softToken } from './people.ts'

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

interface Service {
  readonly ctx: Context
  readonly call: Call
}

interface Question {
  readonly id: string
  readonly details: string
}

interface Reply {
  readonly decision: 'APPROVE' | 'DENY' | 'CONCERN'
  readonly number?: string
}

/** An installed app with a key of its own, as the protocol’s page tells it. */
export const createSoftTokenApp = ({ ctx, call }: Service) => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { kty, crv, x, y } = publicKey.export({ format: 'jwk' })
  const jwk = { kty, crv, x, y }
  const origin = new URL(ctx.tenant.publicUrl).origin
  let nonce: string | undefined
  const signed = (text: string): string =>
    sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString(
      'base64url',
    )
  const proofOf = (endpoint: Endpoint, params: unknown): string => {
    const head = encoded({ typ: 'dpop+jwt', alg: 'ES256', jwk })
    const claims = encoded({
      jti: randomUUID(),
      htm: endpoint.method,
      htu: `${origin}${pathOf(endpoint, params)}`,
      iat: 0,
      ...(nonce === undefined ? {} : { nonce }),
    })
    return `${head}.${claims}.${signed(`${head}.${claims}`)}`
  }
  const proven = async (endpoint: Endpoint, given: object): Promise<Answer> => {
    const headers = { DPoP: proofOf(endpoint, fieldOf(given, 'params')) }
    return call(endpoint, { ...given, headers })
  }
  const ask = async (endpoint: Endpoint, given: object = {}): Promise<Answer> => {
    const first = await proven(endpoint, given)
    if (first.body.errorCode !== 'use_dpop_nonce') return first
    nonce = String(first.headers['dpop-nonce'])
    return proven(endpoint, given)
  }
  return {
    jwk,
    /** Any call, with a proof. */
    ask,
    /** Headers of a call that the app is about to make. */
    async headersFor(endpoint: Endpoint, params: object = {}) {
      if (nonce === undefined) await ask(readSoftToken)
      return { DPoP: proofOf(endpoint, params) }
    },
    claim: (claim: string, more: object = {}) =>
      ask(claimSoftToken, {
        body: { claim, publicKey: jwk, name: 'Phone', platform: 'WEB', ...more },
      }),
    read: () => ask(readSoftToken),
    remove: () => ask(removeSoftToken),
    /** What the app signs when it answers. */
    reply: ({ id, details }: Question, { decision, number }: Reply, audience = origin) => ({
      decision,
      ...(number === undefined ? {} : { number }),
      signature: signed(
        [
          'signet-push-1',
          audience,
          id,
          decision,
          number ?? '',
          createHash('sha256').update(details).digest('base64url'),
        ].join('\n'),
      ),
    }),
    answer(push: Question, reply: Reply, audience = origin) {
      const body = this.reply(push, reply, audience)
      return ask(answerPush, { params: { pushid: push.id }, body })
    },
    /** The one push that waits for the app. */
    async pending(): Promise<Question & { readonly expiresAt: string }> {
      const { body } = await ask(readSoftToken)
      const pushes = fieldOf(body, 'pushes')
      const [push] = Array.isArray(pushes) ? pushes : []
      return {
        id: String(fieldOf(push, 'id')),
        details: String(fieldOf(push, 'details')),
        expiresAt: String(fieldOf(push, 'expiresAt')),
      }
    },
  }
}

export type SoftTokenApp = ReturnType<typeof createSoftTokenApp>

/** The claim that an activation’s link carries. */
export const claimIn = (link: string): string =>
  new URLSearchParams(new URL(link).hash.split('?')[1]).get('claim') ?? ''

/** A token of the person’s for our own app, begun. */
export const beginSoftToken = async ({ ctx }: Service, userId: string) => {
  const { id } = await ctx.transaction((ctx) =>
    tokens.create(ctx, { userId, type: 'ENTRUST_SOFT_TOKEN' }),
  )
  const begun = await ctx.transaction((ctx) => tokens.startActivation(ctx, id, { owned: () => {} }))
  return { id, claim: claimIn(begun.softToken?.link ?? '') }
}

/** An app that its person has confirmed. */
export const buildSoftTokenApp = async (service: Service, userId: string) => {
  const { ctx } = service
  const { id, claim } = await beginSoftToken(service, userId)
  const app = createSoftTokenApp(service)
  const { body } = await app.claim(claim)
  const { code } = softToken(ctx, id, String(body.secret))
  await ctx.transaction((ctx) =>
    tokens.completeActivation(ctx, id, { code: code(), owned: () => {} }),
  )
  return { app, tokenId: id }
}
