import { isIP } from 'node:net'
import { addressBytes, isWithin } from '../config/networks.ts'
import { type OutboundKind, OutboundRefused } from '../outbound.ts'
import type { Platform } from '../platform.ts'

interface Target {
  readonly kind: OutboundKind
  readonly host: string
  readonly port: number
  /** Without TLS. */
  readonly isClear: boolean
}

/** The target of an http or https URL. */
export const webTarget = (url: URL, kind: OutboundKind = 'http'): Target => {
  const isClear = url.protocol === 'http:'
  return {
    kind,
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(url.port || (isClear ? 80 : 443)),
    isClear,
  }
}

/** Whether the operator has named the target: there, clear text is the operator's choice. */
const isNamed = ({ config }: Pick<Platform, 'config'>, { kind, host, port }: Target): boolean => {
  const bytes = addressBytes(host)
  return config.outboundAllow.some(
    (allowed) =>
      allowed.kind === kind &&
      allowed.port === port &&
      (allowed.network === null
        ? allowed.host === host.toLowerCase()
        : bytes !== null && isWithin(bytes, allowed.network)),
  )
}

/** @throws OutboundRefused for clear text to what the operator has not named */
export const expectSafe = (platform: Pick<Platform, 'config'>, target: Target): void => {
  if (target.isClear && !isNamed(platform, target)) {
    throw new OutboundRefused('clear text is for targets that the operator has named')
  }
}

/**
 * Tells before anything is sent what nothing would reach: an address inside, clear text to
 * anywhere. Names are looked up with each call.
 * @throws OutboundRefused
 */
export const expectReachable = async (
  platform: Pick<Platform, 'config' | 'outbound'>,
  target: Target,
): Promise<void> => {
  const { kind, host, port } = target
  expectSafe(platform, target)
  if (isIP(host) !== 0 || host === 'localhost') {
    await platform.outbound.connectAllowed(kind, host, port)
  }
}
