import * as contract from '@signet/contract/tenancy/subscribers'
import { countryOfHost } from '@signet/rules/countries'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { routes, type Versioned, versioned } from '../../../kit/routes.ts'
import { changeTenant, findCurrentHost, readTenant, type StoredTenant } from '../tenants/index.ts'
import { cleanHtml } from './clean-html.ts'
import { logoFault } from './logo.ts'
import { findThemeAbove } from './theme-above.repository.ts'

type Theme = z.input<typeof contract.Subscriber>

/** Its own logo and colors; where it has neither, those of a provider above it. */
const looksOf = async (
  ctx: Context,
  { logo, colours, parent_tenant_id: parent }: StoredTenant,
): Promise<Pick<Theme, 'logo' | 'colours' | 'themeSource'>> => {
  if (logo !== null || Object.keys(colours).length > 0) {
    return { logo, colours, themeSource: 'OWN' }
  }
  const above = parent === null ? undefined : await findThemeAbove(ctx)
  if (above === undefined) return { logo, colours, themeSource: 'DEFAULT' }
  return { logo: above.logo, colours: above.colours, themeSource: 'PROVIDER' }
}

const present = async (ctx: Context, row: StoredTenant): Promise<Versioned<Theme>> => {
  const { platform } = ctx
  const { parent_tenant_id: parent } = row
  const { hostname, host } = new URL(row.public_url)
  return versioned(
    {
      id: row.tenant_id,
      authenticationAccount: row.authentication_account,
      issuanceAccount: row.issuance_account,
      isSp: row.is_provider,
      parentHostname: parent === null ? null : await findCurrentHost(platform.database, parent),
      hostname,
      domain: host,
      tier: row.tier,
      contractMode: row.contract_mode,
      companyName: row.company_name,
      companyCountry: row.company_country,
      companyState: row.company_state,
      countryCode: countryOfHost(hostname),
      motd: row.motd,
      ...(await looksOf(ctx, row)),
      defaultLocale: row.default_locale,
      smartLoginEnabled: row.smart_login_enabled,
      subscriberRegion: row.region,
      terminated: row.terminated,
      legalAcknowledged: row.legal_acknowledged,
      salesForceId: null,
      igUrl: null,
      enableIGMigration: false,
      features: row.features,
    },
    row.version,
  )
}

const ownOnly = (ctx: Context, id: string): void => {
  if (id !== ctx.tenant.id) throw new ApiError('not_found')
}

const changed = async (ctx: Context, id: string, change: Parameters<typeof changeTenant>[1]) => {
  ownOnly(ctx, id)
  return present(ctx, await changeTenant(ctx, change, 'SUBSCRIBER_UPDATED'))
}

/** @throws invalid_parameters */
const expectSound = ({ logo }: z.output<typeof contract.SubscriberChange>): void => {
  const message = typeof logo === 'string' ? logoFault(logo) : null
  if (message === null) return
  throw new ApiError('invalid_parameters', { fields: [{ path: 'body.logo', message }] })
}

const columnsOf = (body: z.output<typeof contract.SubscriberChange>) => ({
  ...(body.companyName === undefined ? {} : { company_name: body.companyName }),
  ...(body.companyCountry === undefined ? {} : { company_country: body.companyCountry }),
  ...(body.companyState === undefined ? {} : { company_state: body.companyState }),
  ...(body.defaultLocale === undefined ? {} : { default_locale: body.defaultLocale }),
  ...(body.logo === undefined ? {} : { logo: body.logo }),
  ...(body.motd === undefined ? {} : { motd: JSON.stringify(body.motd) }),
  ...(body.colours === undefined ? {} : { colours: JSON.stringify(body.colours) }),
  ...(body.legalAcknowledged === undefined ? {} : { legal_acknowledged: body.legalAcknowledged }),
})

export const subscriberRoutes = routes(contract, {
  readSubscriber: async (ctx) => present(ctx, await readTenant(ctx)),
  updateSubscriber: (ctx, { params, body }) => {
    expectSound(body)
    return changed(ctx, params.id, columnsOf(body))
  },
  resetSubscriberTheme: (ctx, { params }) =>
    changed(ctx, params.id, { logo: null, colours: '{}', motd: '{}' }),
  sanitizeHtml: async (_ctx, { body }) => ({ html: await cleanHtml(body.html) }),
})
