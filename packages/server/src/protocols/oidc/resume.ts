import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { LRUCache } from 'lru-cache'
import type { Context } from '../../kit/context.ts'
import { openInteraction } from './access/interactions.ts'
import { cookieKey, resumeCookie } from './terms.ts'
import type { Payload } from './tokens.repository.ts'

/* The library finds an interaction by a cookie of its own, which no browser holds (waiting-requests.ts). */

/** By their text, which is made of the tenant's secret. */
const signingKeys = new LRUCache<string, KeyObject>({ max: 1000 })

const signingKey = (text: string): KeyObject => {
  const key = signingKeys.get(text) ?? createSecretKey(text, 'utf8')
  signingKeys.set(text, key)
  return key
}

/** Signed as the library signs (`cookies`, SHA-1 of `keygrip`). */
const cookieOf = ({ platform, tenant }: Context, id: string): string => {
  const pair = `${resumeCookie}=${id}`
  const key = signingKey(cookieKey(platform, tenant))
  return `${pair}; ${resumeCookie}.sig=${createHmac('sha1', key).update(pair).digest('base64url')}`
}

/** The interaction that a path goes on with, shown to the library as if the browser had its cookie. */
export const resumedBy = async (
  ctx: Context,
  { headers }: IncomingMessage,
  path: string,
): Promise<Payload | null> => {
  const name = /^\/(?:authorize|device)\/([\w.-]+)(?:\?|$)/.exec(path)?.[1]
  const payload = name === undefined ? null : await openInteraction(ctx, name)
  if (payload === null) return null
  const cookies = [cookieOf(ctx, String(payload.jti)), headers.cookie ?? '']
  headers.cookie = cookies.filter((each) => each !== '').join('; ')
  return payload
}
