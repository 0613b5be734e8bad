import { isIP } from 'node:net'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { addressBytes, isWithin } from '../../../platform/config/networks.ts'
import { OutboundRefused } from '../../../platform/outbound.ts'

interface Target {
  readonly host: string
  readonly port: number
  readonly security: 'TLS' | 'TCP'
}

/** Whether the operator has named the target: there, TCP in clear is the operator’s choice. */
const isNamed = ({ platform }: Context, { host, port }: Target): boolean => {
  const bytes = addressBytes(host)
  return platform.config.outboundAllow.some(
    (allowed) =>
      allowed.kind === 'syslog' &&
      allowed.port === port &&
      (allowed.network === null
        ? allowed.host === host.toLowerCase()
        : bytes !== null && isWithin(bytes, allowed.network)),
  )
}

/**
 * Tells at once what nothing would reach: an address inside, TCP in clear to anywhere. Names are
 * looked up when something is sent, and refused then if they lead inside.
 * @throws syslog_target_refused
 */
export const checkTarget = async (ctx: Context, target: Target): Promise<void> => {
  const refused = (cause?: unknown) => new ApiError('syslog_target_refused', { cause })
  if (target.security === 'TCP' && !isNamed(ctx, target)) throw refused()
  if (isIP(target.host) === 0 && target.host !== 'localhost') return
  try {
    await ctx.platform.outbound.connectAllowed('syslog', target.host, target.port)
  } catch (error) {
    if (error instanceof OutboundRefused) throw refused(error)
  }
}
