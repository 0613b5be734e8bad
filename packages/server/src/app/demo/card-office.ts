import { flashPassFamily } from '@signet/contract/settings/flashpass'
import { fmaasAlertsFamily } from '@signet/contract/settings/fmaasalerts'
import type { Context } from '../../kit/context.ts'
import { systemContext } from '../../kit/create-context.ts'
import { assignBuiltInRole } from '../../modules/identity/roles/index.ts'
import { insertUsers } from '../../modules/identity/users/index.ts'
import { createPrinterAlert } from '../../modules/issuance/alerts/index.ts'
import { createTenant } from '../../modules/provider/subscribers/index.ts'
import { sealedSettingsOf, settingsOf } from '../../modules/settings/families/index.ts'
import { grantEntitlement } from '../../modules/tenancy/entitlements/index.ts'
import { tenantOf } from '../../modules/tenancy/tenants/index.ts'
import { insertCards } from './cards.ts'
import { insertPasswords } from './directory.ts'
import { insertApp } from './tokens.ts'

/** Who may be tried there. */
export const operator = {
  userId: 'carl',
  firstName: 'Carl',
  lastName: 'Winther',
  email: 'carl@cards.example',
} as const

export const officeUrl = ({ tenant }: Context): string =>
  `http://cards.localhost:${new URL(tenant.publicUrl).port}`

const insertOperator = async (ctx: Context, passwordHash: string): Promise<void> => {
  const id = ctx.platform.ids.uuid()
  await ctx.transaction(async (ctx) => {
    await insertUsers(ctx, [{ ...operator, id, emailVerified: true, locale: 'en' }])
    await insertPasswords(ctx, [id], passwordHash)
    await assignBuiltInRole(ctx, id, 'SUPER_ADMINISTRATOR')
    await insertApp(ctx, { userId: id, serial: 'DEMO-0001' })
  })
}

const alerts = [
  { name: 'Somebody has to look', condition: 'ERROR', level: null },
  { name: 'Ribbon is low', condition: 'SUPPLY_LOW', level: 50 },
] as const

/** Alerts on all printers; some stand as soon as these are judged, a minute later. */
const insertAlerts = async (ctx: Context): Promise<void> => {
  const body = { enabled: true, recipients: [operator.email] }
  await settingsOf(fmaasAlertsFamily).update(ctx, { body })
  for (const alert of alerts) {
    await createPrinterAlert(ctx, { ...alert, enabled: true, settleMinutes: 0, printerIds: null })
  }
}

/** All that is to be seen of an account that issues cards and signs nobody in. */
export const fillOffice = async (ctx: Context): Promise<void> => {
  // Alerts on printers are shown from this tier on.
  await ctx.db
    .updateTable('tenants')
    .set({ tier: 1 })
    .where('tenant_id', '=', ctx.tenant.id)
    .execute()
  await grantEntitlement(ctx, {
    type: 'ISSUANCE',
    allotment: 5000,
    flags: {
      hasIssuance: true,
      hasIssuanceAPI: true,
      hasFleetManagement: true,
      hasFlashPassCounter: true,
      hasPrinterCounter: true,
    },
  })
  await insertCards(ctx)
  const passes = { organizationName: 'Acme University', claimHours: 48 }
  await sealedSettingsOf(flashPassFamily).update(ctx, { body: passes })
  await insertAlerts(ctx)
}

/** A tenant of this one that issues cards alone; to work in it. */
export const createCardOffice = async (ctx: Context, passwordHash: string): Promise<Context> => {
  const tenant = await createTenant(ctx.platform, {
    companyName: 'Acme Card Office',
    publicUrl: officeUrl(ctx),
    authenticationAccount: false,
    issuanceAccount: true,
    isProvider: false,
    parentTenantId: ctx.tenant.id,
  })
  await ctx.platform.secrets.ready(tenant.tenant_id)
  const office = systemContext(ctx.platform, { tenant: tenantOf(tenant), name: 'demo' })
  await insertOperator(office, passwordHash)
  await fillOffice(office)
  return office
}
