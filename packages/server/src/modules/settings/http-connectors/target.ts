import { isIP } from 'node:net'
import { fillUrl, TemplateRefused } from '@signet/rules/connector-templates'
import type { Context } from '../../../kit/context.ts'
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

/** Codes and passwords do not travel in clear. @throws OutboundRefused */
export const expectSafe = (ctx: Context, url: URL): void => {
  if (url.protocol === 'http:' && !isNamed(ctx, url)) {
    throw new OutboundRefused('plain http is for targets that the operator has named')
  }
}

/**
 * Tells at once what no call would reach: an address inside, plain http to anywhere. Names are looked
 * up with each call.
 */
export const isRefusedTarget = async (ctx: Context, template: string): Promise<boolean> => {
  try {
    const url = new URL(fillUrl(template, {}))
    expectSafe(ctx, url)
    const host = bareHost(url)
    if (isIP(host) !== 0 || host === 'localhost') {
      await ctx.platform.outbound.connectAllowed('http', host, portOf(url))
    }
    return false
  } catch (error) {
    if (error instanceof OutboundRefused || error instanceof TemplateRefused) return true
    throw error
  }
}
