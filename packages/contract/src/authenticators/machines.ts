import { abort } from '@signet/rules/abort'
import { devicePlatforms } from '@signet/rules/device-fingerprint'
import { z } from 'zod'
import { callsOn } from '../kit/calls-on.ts'
import { endpoint } from '../kit/endpoint.ts'
import { Instant, Line, noContent, Uuid } from '../kit/schemas.ts'
import { DeviceAttribute } from '../settings/deviceattributes.ts'
import { DeviceFingerprint } from './device-fingerprint.ts'

/** A browser, or another client, that somebody has had remembered. */
export const Machine = z
  .object({
    id: Uuid,
    userId: Uuid,
    label: z.string().nullable(),
    userAgent: z.string().nullable(),
    /** Its fingerprint when it was last used; null where none was taken. */
    machineId: z.string().nullable(),
    createDate: Instant,
    lastUsedDate: Instant,
    expiryDate: Instant,
  })
  .meta({ id: 'Machine' })

export const NewMachine = z
  .object({
    label: Line(100).optional(),
    /** The name that the client has already; a new one is made without it. */
    machineNonce: z.string().max(200, abort).optional(),
    deviceFingerprint: DeviceFingerprint.optional(),
  })
  .meta({ id: 'NewMachine' })

/** The nonces are shown this once: the client keeps them and shows them at its next sign-in. */
export const RegisteredMachine = Machine.extend({
  machineNonce: z.string(),
  sequenceNonce: z.string(),
}).meta({ id: 'RegisteredMachine' })

/** How this person’s browsers are remembered: what a page needs to take a fingerprint. */
export const UserMachineSettings = z
  .object({
    enabled: z.boolean(),
    sparesSecondFactor: z.boolean(),
    lifeDays: z.int(),
    fingerprintRequired: z.boolean(),
    waitMillis: z.int(),
    attributes: z.record(z.enum(devicePlatforms), z.array(DeviceAttribute)),
  })
  .meta({ id: 'UserMachineSettings' })
export type UserMachineSettings = z.output<typeof UserMachineSettings>

const path = '/api/web/v1/users/:userid/machines'
const params = z.object({ userid: Uuid })

const { view, edit } = callsOn('USERS')

export const listUserMachines = endpoint({
  ...view,
  path,
  params,
  answer: z.array(Machine),
  errors: ['user_not_found'],
  summary: 'The browsers that are remembered for a user',
})

export const createUserMachine = endpoint({
  ...edit,
  method: 'POST',
  path,
  params,
  body: NewMachine,
  answer: RegisteredMachine,
  ordinary: 'authenticatorWork',
  errors: ['user_not_found', 'rights_not_held', 'authenticator_not_provisioned'],
  audit: 'MACHINE_REGISTERED',
  reveals: ['machineNonces'],
  summary: 'Have a machine remembered for a user',
})

export const deleteUserMachine = endpoint({
  ...edit,
  method: 'DELETE',
  path: `${path}/:id`,
  params: params.extend({ id: Uuid }),
  answer: noContent,
  ordinary: 'authenticatorWork',
  errors: ['not_found', 'user_not_found', 'rights_not_held'],
  audit: 'MACHINE_DELETED',
  summary: 'Forget a machine of a user',
})
