import { abort } from '@signet/rules/abort'
import { machineIdForm } from '@signet/rules/device-fingerprint'
import { z } from 'zod'
import { DeviceAttribute } from '../settings/deviceattributes.ts'

/**
 * What a browser shows of itself: no value leaves it, only the digest of each, salted with the
 * machine nonce that no other browser has. `machineId`: SHA-256 of all of them.
 */
export const DeviceFingerprint = z
  .object({
    /** 32 bytes in hexadecimal, separated by colons. */
    machineId: z.string().max(95, abort).regex(machineIdForm),
    /** By attribute: the first 16 bytes of its salted SHA-256 as base64url. */
    attributes: z.partialRecord(
      DeviceAttribute,
      z
        .string()
        .max(22, abort)
        .regex(/^[\w-]{22}$/),
    ),
  })
  .meta({ id: 'DeviceFingerprint' })
export type DeviceFingerprint = z.output<typeof DeviceFingerprint>
