import type { TenantSettings } from '@signet/contract/settings/tenant'
import { locales } from '@signet/rules/locales'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { type Versioned, versioned } from '../../../kit/routes.ts'
import { changeTenant, readTenant, type StoredTenant } from '../../tenancy/tenants/index.ts'

type Facts = z.output<typeof TenantSettings>

const present = (row: StoredTenant): Versioned<Facts> =>
  versioned(
    {
      companyName: row.company_name,
      companyCountry: row.company_country,
      companyState: row.company_state,
      defaultLocale: locales.find((locale) => locale === row.default_locale) ?? 'en',
      phoneCountry: row.phone_country,
    },
    row.version,
  )

/** The tenant's own row, which the theme stands in too. */
export const readTenantFacts = async (ctx: Context) => present(await readTenant(ctx))

type Change = { readonly [K in keyof Facts]?: Facts[K] | undefined }

const columnsOf = (change: Change) => ({
  ...(change.companyName === undefined ? {} : { company_name: change.companyName }),
  ...(change.companyCountry === undefined ? {} : { company_country: change.companyCountry }),
  ...(change.companyState === undefined ? {} : { company_state: change.companyState }),
  ...(change.defaultLocale === undefined ? {} : { default_locale: change.defaultLocale }),
  ...(change.phoneCountry === undefined ? {} : { phone_country: change.phoneCountry }),
})

/** @throws precondition_failed */
export const updateTenantFacts = async (ctx: Context, change: Change) =>
  present(await changeTenant(ctx, columnsOf(change), 'SETTINGS_UPDATED'))
