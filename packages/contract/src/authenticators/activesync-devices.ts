import { abort } from '@signet/rules/abort'
import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Instant, noContent, Uuid } from '../kit/schemas.ts'

export const ActiveSyncAccess = z
  .enum(['ALLOWED', 'BLOCKED', 'QUARANTINED'])
  .meta({ id: 'ActiveSyncDeviceAccess' })

export const ActiveSyncDevice = z
  .object({
    deviceId: z.string(),
    name: z.string().nullable(),
    model: z.string().nullable(),
    operatingSystem: z.string().nullable(),
    access: ActiveSyncAccess,
    firstSyncDate: Instant.nullable(),
    lastSyncDate: Instant.nullable(),
    /** When the gateway told of it. */
    reportedDate: Instant,
  })
  .meta({ id: 'ActiveSyncDevice' })

/** As gateways name devices. */
export const DeviceId = z
  .string()
  .max(200, abort)
  .regex(/^[\w.:{}-]{1,200}$/)

export const ActiveSyncChange = z
  .object({ deviceId: DeviceId, access: z.enum(['ALLOWED', 'BLOCKED']) })
  .meta({ id: 'ActiveSyncChange' })

export const UserActiveSyncSettings = z
  .object({
    /** Whether there is a mail gateway to ask. */
    enabled: z.boolean(),
    /** Whether people may let their own phones in. */
    selfService: z.boolean(),
  })
  .meta({ id: 'UserActiveSyncSettings' })

const path = '/api/web/v1/users/:userid/activesyncdevices'
const params = z.object({ userid: Uuid })
const admin = { actor: 'admin', path, params } as const
const edit = { ...admin, needs: ['USERS', 'EDIT'], limit: 'heavy' } as const

export const listActiveSyncDevices = endpoint({
  ...admin,
  needs: ['USERS', 'VIEW'],
  method: 'GET',
  answer: z.array(ActiveSyncDevice),
  errors: ['user_not_found'],
  audit: null,
  limit: 'read',
  summary: 'The ActiveSync devices of a user, as the mail gateway told of them last',
})

export const readUserActiveSyncSettings = endpoint({
  ...admin,
  path: '/api/web/v1/users/:userid/settings/activesync',
  needs: ['USERS', 'VIEW'],
  method: 'GET',
  answer: UserActiveSyncSettings,
  errors: ['user_not_found'],
  audit: null,
  limit: 'read',
  summary: 'Whether the phones of a user go through a mail gateway',
})

export const refreshActiveSyncDevices = endpoint({
  ...edit,
  method: 'POST',
  answer: z.array(ActiveSyncDevice),
  ordinary: 'userWork',
  errors: ['user_not_found', 'authenticator_not_provisioned', 'no_contact', 'service_unavailable'],
  audit: 'ACTIVESYNC_REFRESHED',
  summary: 'Ask the mail gateway for the ActiveSync devices of a user',
})

export const changeActiveSyncDevice = endpoint({
  ...edit,
  method: 'PUT',
  body: ActiveSyncChange,
  answer: ActiveSyncDevice,
  ordinary: 'userWork',
  errors: [
    'user_not_found',
    'rights_not_held',
    'not_found',
    'authenticator_not_provisioned',
    'no_contact',
    'service_unavailable',
  ],
  audit: 'ACTIVESYNC_DEVICE_CHANGED',
  summary: 'Let an ActiveSync device of a user in, or block it',
})

export const deleteActiveSyncDevice = endpoint({
  ...edit,
  method: 'DELETE',
  path: `${path}/:deviceid`,
  params: params.extend({ deviceid: DeviceId }),
  answer: noContent,
  ordinary: 'userWork',
  errors: [
    'user_not_found',
    'rights_not_held',
    'not_found',
    'authenticator_not_provisioned',
    'no_contact',
    'service_unavailable',
  ],
  audit: 'ACTIVESYNC_DEVICE_DELETED',
  summary: 'Take an ActiveSync device of a user away, at the mail gateway too',
})
