import type { PrinterKind } from '@signet/rules/printers'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { addressBytes, isWithin } from '../../../platform/config/networks.ts'
import {
  type Device,
  type DeviceFacts,
  DeviceSilent,
  ippDevice,
  webAddressOf,
} from '../../../platform/ipp/ipp.ts'
import { OutboundRefused } from '../../../platform/outbound.ts'
import { simulatedDevice } from './simulated-device.ts'

interface Reached {
  readonly id: string
  readonly kind: PrinterKind
  readonly uri: string | null
}

export const deviceOf = (ctx: Context, { id, kind, uri }: Reached): Device =>
  kind === 'SIMULATED' || uri === null
    ? simulatedDevice(ctx, id)
    : ippDevice(ctx.platform.outbound, uri)

const bareHost = (url: URL): string => url.hostname.replace(/^\[(.*)\]$/, '$1')

/** Whether the operator has named the target: there, IPP without TLS is the operator's choice. */
const isNamed = ({ platform }: Context, url: URL): boolean => {
  const host = bareHost(url)
  const bytes = addressBytes(host)
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
  return platform.config.outboundAllow.some(
    (allowed) =>
      allowed.kind === 'printer' &&
      allowed.port === port &&
      (allowed.network === null
        ? allowed.host === host
        : bytes !== null && isWithin(bytes, allowed.network)),
  )
}

/** Pictures of people do not cross the internet in clear. @throws ISSUANCE_PRINTER_ADDRESS_REFUSED */
const expectSafe = (ctx: Context, uri: string): void => {
  const url = webAddressOf(uri)
  if (url.protocol === 'http:' && !isNamed(ctx, url)) {
    throw new ApiError('ISSUANCE_PRINTER_ADDRESS_REFUSED')
  }
}

const refusal = (error: DeviceSilent): ApiError =>
  error.cause instanceof OutboundRefused
    ? new ApiError('ISSUANCE_PRINTER_ADDRESS_REFUSED', { cause: error })
    : new ApiError('ISSUANCE_PRINTER_UNREACHABLE', { cause: error })

/** What answers at the address. @throws ISSUANCE_PRINTER_ADDRESS_REFUSED, ISSUANCE_PRINTER_UNREACHABLE */
export const askedAt = async (ctx: Context, uri: string): Promise<DeviceFacts> => {
  expectSafe(ctx, uri)
  try {
    return await ippDevice(ctx.platform.outbound, uri).facts()
  } catch (error) {
    if (!(error instanceof DeviceSilent)) throw error
    throw refusal(error)
  }
}
