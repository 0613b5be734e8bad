import { countryCodes } from '@signet/rules/country-centres'
import { locales } from '@signet/rules/locales'
import { z } from 'zod'
import { callsOn } from '../kit/calls-on.ts'
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
    /**
     * Telephone numbers without a country code are taken for numbers of this country (ISO 3166-1
     * alpha-2) and stored as E.164. Null: such numbers are rejected.
     */
    phoneCountry: Line(2)
      .refine((code) => countryCodes.includes(code), 'is no country')
      .nullable(),
  })
  .meta({ id: 'TenantSettings' })

const { view, edit } = callsOn('SETTINGS')

export const readTenantSettings = endpoint({
  ...view,
  path,
  answer: TenantSettings,
  errors: [],
  summary: 'Name, place, language and phone country of the tenant',
})

export const updateTenantSettings = endpoint({
  ...edit,
  path,
  body: TenantSettings.partial().strict().meta({ id: 'TenantSettingsChange' }),
  answer: TenantSettings,
  sensitive: true,
  errors: ['precondition_failed'],
  audit: 'SETTINGS_UPDATED',
  summary: 'Change name, place, language and phone country of the tenant',
  description:
    'A field left out keeps its value; one that does not exist is refused. Numbers that are stored already stay as they are when `phoneCountry` changes.',
})
