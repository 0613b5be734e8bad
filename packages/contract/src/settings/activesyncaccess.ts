import { abort } from '@signet/rules/abort'
import { requiredErrorKey } from '@signet/rules/text'
import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { family, readSealedSettings, updateSealedSettings } from '../kit/settings-family.ts'

/** The operator’s mail gateway, which tells of phones and lets them in or not. */
export const activeSyncFamily = family({
  name: 'activesyncaccess',
  id: 'ActiveSyncAccess',
  fields: z.object({
    enabled: z.boolean(),
    /** Where the gateway answers; see docs/protocols/activesync.md. */
    url: z
      .string()
      .max(2000, abort)
      .check(z.url({ protocol: /^https?$/ }))
      .or(z.literal('')),
    /** People may let their own phones in; block them they always may. */
    selfService: z.boolean(),
  }),
  defaults: { enabled: false, url: '', selfService: false },
  rule: ({ enabled, url }) =>
    enabled && url === '' ? [{ path: 'url', message: requiredErrorKey }] : [],
  secrets: ['token'],
  clearsSecrets: ['url'],
})

export const readActiveSyncAccess = readSealedSettings(activeSyncFamily, {
  summary: 'The mail gateway that ActiveSync devices go through',
  catalogueId: 'get:web.v1.settings.activesyncaccess',
})
export const updateActiveSyncAccess = updateSealedSettings(activeSyncFamily, {
  summary: 'Change the mail gateway that ActiveSync devices go through',
  description: 'A gateway inside the operator’s network is reached only if the operator allows it.',
  catalogueId: 'put:web.v1.settings.activesyncaccess',
})

export const testActiveSync = endpoint({
  actor: 'admin',
  needs: ['SETTINGS', 'EDIT'],
  method: 'POST',
  path: '/api/web/v1/settings/activesync/test',
  answer: z
    .object({
      reached: z.boolean(),
      /** What the gateway answered, or why it was not asked. */
      detail: z.string().nullable(),
    })
    .meta({ id: 'ActiveSyncTest' }),
  ordinary: 'trial',
  errors: [],
  audit: 'ACTIVESYNC_TESTED',
  limit: 'heavy',
  catalogueId: 'post:web.v1.settings.activesync.test',
  summary: 'Whether the mail gateway answers, with the settings as they are saved',
})
