import { z } from 'zod'
import {
  ActiveSyncChange,
  ActiveSyncDevice,
  DeviceId,
  UserActiveSyncSettings,
} from '../authenticators/activesync-devices.ts'
import { Desktop } from '../authenticators/desktops.ts'
import { endpoint } from '../kit/endpoint.ts'
import { Instant, Line, noContent, Uuid } from '../kit/schemas.ts'

const own = { actor: 'user', tab: 'DEVICES' } as const
const syncPath = '/api/web/v1/self/activesyncdevices'
const gateway = ['authenticator_not_provisioned', 'no_contact', 'service_unavailable'] as const

export const listOwnActiveSyncDevices = endpoint({
  ...own,
  method: 'GET',
  path: syncPath,
  answer: z.array(ActiveSyncDevice),
  errors: [],
  audit: null,
  limit: 'read',
  summary: 'The own ActiveSync devices, as the mail gateway told of them last',
})

export const readOwnActiveSyncSettings = endpoint({
  ...own,
  method: 'GET',
  path: '/api/web/v1/self/settings/activesync',
  answer: UserActiveSyncSettings,
  errors: [],
  audit: null,
  limit: 'read',
  summary: 'Whether own phones go through a mail gateway, and who lets them in',
})

export const refreshOwnActiveSyncDevices = endpoint({
  ...own,
  method: 'POST',
  path: syncPath,
  answer: z.array(ActiveSyncDevice),
  errors: gateway,
  audit: 'ACTIVESYNC_REFRESHED',
  limit: 'heavy',
  summary: 'Ask the mail gateway for the own ActiveSync devices',
})

export const changeOwnActiveSyncDevice = endpoint({
  ...own,
  method: 'PUT',
  path: syncPath,
  body: ActiveSyncChange,
  answer: ActiveSyncDevice,
  errors: [...gateway, 'not_found', 'step_up_required'],
  audit: 'ACTIVESYNC_DEVICE_CHANGED',
  limit: 'heavy',
  summary: 'Block an own ActiveSync device, or let it in where the tenant allows that',
})

export const deleteOwnActiveSyncDevice = endpoint({
  ...own,
  method: 'DELETE',
  path: `${syncPath}/:deviceid`,
  params: z.object({ deviceid: DeviceId }),
  answer: noContent,
  errors: [...gateway, 'not_found'],
  audit: 'ACTIVESYNC_DEVICE_DELETED',
  limit: 'heavy',
  summary: 'Take an own ActiveSync device away, at the mail gateway too',
})

const desktopPath = '/api/web/v1/self/desktops'
const params = z.object({ id: Uuid })

/** Codes that a desktop checks by itself: docs/protocols/desktop.md. */
export const OfflineCodes = z
  .object({
    algorithm: z.literal('HMAC-SHA256'),
    /** Base64url; the key of the checks, another in each batch. */
    key: z.string(),
    stepSeconds: z.int(),
    digits: z.int(),
    /** Number of the first time step (RFC 6238, 4.2). */
    firstStep: z.int(),
    /** Bytes of each check; they stand one behind the other in `checks` (base64url). */
    checkBytes: z.int(),
    checks: z.string(),
    offlineUntil: Instant,
  })
  .meta({ id: 'OfflineCodes' })

const OfflineWish = z.object({ days: z.int().min(1).max(7).default(3) })

export const listOwnDesktops = endpoint({
  ...own,
  method: 'GET',
  path: desktopPath,
  answer: z.array(Desktop),
  errors: [],
  audit: null,
  limit: 'read',
  summary: 'The own desktop clients',
})

export const registerOwnDesktop = endpoint({
  ...own,
  method: 'POST',
  path: desktopPath,
  body: OfflineWish.extend({
    name: Line(100),
    operatingSystem: Line(100).optional(),
  }).meta({ id: 'NewDesktop' }),
  answer: Desktop.extend({
    /** For an authenticator app: its codes unlock this desktop alone, and only offline. */
    otpauthUri: z.string(),
    offlineCodes: OfflineCodes,
  }).meta({ id: 'RegisteredDesktop' }),
  errors: ['token_limit_reached', 'step_up_required'],
  audit: 'DESKTOP_REGISTERED',
  limit: 'heavy',
  reveals: ['desktopSecret'],
  location: '/api/web/v1/self/desktops/:id',
  summary: 'Register a desktop client, with its first offline codes',
})

export const renewOwnDesktop = endpoint({
  ...own,
  method: 'POST',
  path: `${desktopPath}/:id/offlinecodes`,
  params,
  body: OfflineWish.meta({ id: 'OfflineCodesWish' }),
  answer: OfflineCodes,
  errors: ['not_found', 'step_up_required'],
  audit: 'DESKTOP_RENEWED',
  limit: 'heavy',
  reveals: ['offlineCodes'],
  summary: 'Give an own desktop client offline codes for the next days',
})

export const readOwnDesktop = endpoint({
  ...own,
  method: 'GET',
  path: `${desktopPath}/:id`,
  params,
  answer: Desktop,
  errors: ['not_found'],
  audit: null,
  limit: 'read',
  summary: 'Read an own desktop client',
})

export const deleteOwnDesktop = endpoint({
  ...own,
  method: 'DELETE',
  path: `${desktopPath}/:id`,
  params,
  answer: noContent,
  errors: ['not_found'],
  audit: 'DESKTOP_DELETED',
  limit: 'change',
  summary: 'Delete an own desktop client',
})
