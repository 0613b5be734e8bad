import { abort } from '@signet/rules/abort'
import { z } from 'zod'
import { family, readSettings, updateSettings } from '../kit/settings-family.ts'

/** Application identifier: the team's ten characters, a dot, the bundle identifier. */
const AppId = z
  .string()
  .trim()
  .max(200, abort)
  .regex(/^[A-Z0-9]{10}\.[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*$/, 'not_an_app_id')

/** The tenant's own apps on Apple devices. */
export const fidoIosFamily = family({
  name: 'fido/configuration/ios',
  id: 'FidoIosConfiguration',
  fields: z.object({ apps: z.array(AppId).max(20, abort) }),
  defaults: { apps: [] },
  rule: ({ apps }) =>
    new Set(apps).size === apps.length ? [] : [{ path: 'apps', message: 'named_twice' }],
})

export const readFidoIosConfiguration = readSettings(fidoIosFamily, {
  summary: 'The iOS apps that may use passkeys of this tenant',
  catalogueId: 'get:web.v1.settings.fido.configuration.ios',
})

export const updateFidoIosConfiguration = updateSettings(fidoIosFamily, {
  summary: 'Change the iOS apps that may use passkeys of this tenant',
  description:
    'Served at /.well-known/apple-app-site-association of the tenant’s host (associated domains, webcredentials).',
  catalogueId: 'put:web.v1.settings.fido.configuration.ios',
})
