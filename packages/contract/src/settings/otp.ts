import { abort } from '@signet/rules/abort'
import { codeDeliveries } from '@signet/rules/code-deliveries'
import { areUnique } from '@signet/rules/lists'
import { z } from 'zod'
import { family, readSettings, updateSettings } from '../kit/settings-family.ts'

const path = '/api/web/v3/settings/otp'

/** One-time codes that are sent. */
export const otpFamily = family({
  name: 'otp',
  id: 'OtpSettings',
  fields: z.object({
    digits: z.int().min(6).max(8),
    lifeSeconds: z.int().min(60).max(1800),
    resendSeconds: z.int().min(15).max(600),
    /** Messages to one recipient within an hour. */
    sendsPerHour: z.int().min(1).max(60),
    /** Whether a code that is sent may be the second factor of a user who has no stronger one. */
    secondFactor: z.boolean(),
    /** Ways a code may take, the preferred one first. */
    deliveries: z
      .array(z.enum(codeDeliveries))
      .min(1)
      .max(codeDeliveries.length, abort)
      .refine(areUnique, 'each_once'),
    /** Contact attributes that codes may go to: `email`, `mobile`, `phone`, ids of own attributes. */
    attributes: z
      .array(z.string().min(1).max(100, abort))
      .min(1)
      .max(20, abort)
      .refine(areUnique, 'each_once'),
    /** Codes to telephones within an hour, of the whole tenant. */
    numberSendsPerHour: z.int().min(1).max(1_000_000),
    /** Beginnings of numbers that codes may go to, such as `+41`; empty: any. */
    numberPrefixes: z
      .array(
        z
          .string()
          .max(8, abort)
          .regex(/^\+[1-9]\d{0,6}$/, 'prefix_invalid'),
      )
      .max(250, abort)
      .refine(areUnique, 'each_once'),
    /** Also to numbers that administrators entered and nobody has proven. */
    unprovenNumbers: z.boolean(),
  }),
  defaults: {
    digits: 8,
    lifeSeconds: 300,
    resendSeconds: 30,
    sendsPerHour: 10,
    secondFactor: true,
    deliveries: ['EMAIL'],
    attributes: ['email', 'mobile', 'phone'],
    numberSendsPerHour: 1000,
    numberPrefixes: [],
    unprovenNumbers: false,
  },
})

export const readOtpSettings = readSettings(otpFamily, {
  path,
  summary: 'How one-time codes are made and sent',
})

export const updateOtpSettings = updateSettings(otpFamily, {
  locksOut: true,
  path,
  summary: 'Change how one-time codes are made and sent',
  description:
    'SMS, VOICE and MESSENGER need a provider (`/api/web/v1/settings/otpprovider`), WECHAT an official account (`settings/wechat`).',
})
