import type { Context } from '../../../kit/context.ts'
import { asFetch } from '../../../platform/outbound/as-fetch.ts'
import { expectSafeTarget, isRefusedTarget } from '../../settings/http-connectors/index.ts'

/** Tells at once what no call would reach, and what would carry names and passwords in its address. */
export const isRefusedAddress = async (ctx: Context, address: string): Promise<boolean> => {
  const { username, password } = new URL(address)
  return username !== '' || password !== '' || isRefusedTarget(ctx, address)
}

const longestAnswer = 262_144

/** The calls to a provider: by the one way out, without redirects, and not in clear. */
export const providerFetch = (ctx: Context): typeof fetch => {
  const send = asFetch(ctx.platform.outbound, 'http', {
    maxRedirects: 0,
    timeoutMillis: 8000,
    maxBytes: longestAnswer,
  })
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input)
    expectSafeTarget(ctx, url)
    return send(input, init)
  }
}
