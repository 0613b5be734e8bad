import type { PrinterKind } from '@signet/rules/printers'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import {
  type Device,
  type DeviceFacts,
  DeviceSilent,
  ippDevice,
  webAddressOf,
} from '../../../platform/ipp/ipp.ts'
import { expectSafe, webTarget } from '../../../platform/outbound/targets.ts'
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

const isRefusal = (error: unknown): boolean =>
  error instanceof OutboundRefused ||
  (error instanceof DeviceSilent && error.cause instanceof OutboundRefused)

/**
 * What answers at the address. Pictures of people do not cross the internet in clear.
 * @throws ISSUANCE_PRINTER_ADDRESS_REFUSED, ISSUANCE_PRINTER_UNREACHABLE
 */
export const askedAt = async (ctx: Context, uri: string): Promise<DeviceFacts> => {
  try {
    expectSafe(ctx.platform, webTarget(webAddressOf(uri), 'printer'))
    return await ippDevice(ctx.platform.outbound, uri).facts()
  } catch (cause) {
    if (isRefusal(cause)) throw new ApiError('ISSUANCE_PRINTER_ADDRESS_REFUSED', { cause })
    if (!(cause instanceof DeviceSilent)) throw cause
    throw new ApiError('ISSUANCE_PRINTER_UNREACHABLE', { cause })
  }
}
