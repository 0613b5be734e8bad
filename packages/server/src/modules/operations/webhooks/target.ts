import { isIP } from 'node:net'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { addressBytes, isWithin } from '../../../platform/config/networks.ts'
import { OutboundRefused } from '../../../platform/outbound.ts'

const bareHost = (url: URL): string => url.hostname.replace(/^\[(.*)\]$/, '$1')

const portOf = (url: URL): number => Number(url.port || (url.protocol === 'https:' ? 443 : 80))

/** Whether the operator has named the target: there, plain http is the operator's choice. */
const isNamed = ({ platform }: Context, url: URL): boolean => {
  const host = bareHost(url)
  const bytes = addressBytes(host)
  return platform.config.outboundAllow.some(
    (allowed) =>
      allowed.kind === 'http' &&
      allowed.port === portOf(url) &&
      (allowed.network === null
        ? allowed.host === host
        : bytes !== null && isWithin(bytes, allowed.network)),
  )
}

/**
 * Tells at once what no delivery would reach: an address inside, plain http to anywhere. Names are
 * looked up when something is sent, and refused then if they lead inside.
 * @throws webhook_url_refused
 */
export const checkTarget = async (ctx: Context, text: string): Promise<void> => {
  const url = new URL(text)
  const refused = (cause?: unknown) => new ApiError('webhook_url_refused', { cause })
  if (url.username !== '' || url.password !== '') throw refused()
  if (url.protocol === 'http:' && !isNamed(ctx, url)) throw refused()
  const host = bareHost(url)
  if (isIP(host) === 0 && host !== 'localhost') return
  try {
    await ctx.platform.outbound.connectAllowed('http', host, portOf(url))
  } catch (error) {
    if (error instanceof OutboundRefused) throw refused(error)
  }
}
