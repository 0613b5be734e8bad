import type { KoaContextWithOIDC } from 'oidc-provider'
import { z } from 'zod'
import { unitOfWork } from '../unit-of-work.ts'
import type { DeviceOutcome } from './short-device.ts'

/** What is known of a device that asks, for whoever confirms it. */
export const DeviceFacts = z.object({
  at: z.number(),
  address: z.string().nullable(),
  browser: z.string().nullable(),
})

/** The library keeps it with the device code. */
export const deviceInfo = (_koa: KoaContextWithOIDC): z.output<typeof DeviceFacts> => {
  const { platform, request } = unitOfWork().ctx
  return {
    at: platform.clock.now().getTime(),
    address: request.address,
    browser: request.userAgent,
  }
}

/** How a device's request has ended that came to no tokens; the library tells it by its errors. */
export const outcomeOf = (out: { error?: string } | undefined, fault: Error): DeviceOutcome =>
  fault.name === 'AbortedError' || out?.error === 'access_denied' ? 'denied' : 'ended'
