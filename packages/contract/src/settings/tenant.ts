import { locales } from '@signet/rules/locales'
import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Line } from '../kit/schemas.ts'

const path = '/api/web/v1/settings/tenant'

/** Facts of the tenant itself: they stand in its own row and have no defaults. */
export const TenantSettings = z
  .object({
    companyName: Line(200),
    companyCountry: Line(100).nullable(),
    companyState: Line(100).nullable(),
    /** For whoever has chosen no language. */
    defaultLocale: z.enum(locales),
  })
  .meta({ id: 'TenantSettings' })

export const readTenantSettings = endpoint({
  method: 'GET',
  path,
  actor: 'admin',
  needs: ['SETTINGS', 'VIEW'],
  limit: 'read',
  answer: TenantSettings,
  errors: [],
  audit: null,
  summary: 'Name, place and language of the tenant',
})

export const updateTenantSettings = endpoint({
  method: 'PUT',
  path,
  actor: 'admin',
  needs: ['SETTINGS', 'EDIT'],
  limit: 'change',
  body: TenantSettings.partial().strict().meta({ id: 'TenantSettingsChange' }),
  answer: TenantSettings,
  sensitive: true,
  errors: ['precondition_failed'],
  audit: 'SETTINGS_UPDATED',
  summary: 'Change name, place and language of the tenant',
  description: 'A field left out keeps its value; one that does not exist is refused.',
})
