import type {
  TenantOtpProvider,
  updateTenantOtpProvider,
} from '@signet/contract/provider/otp-providers'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import { type Context, expectVersion } from '../../../kit/context.ts'
import { type Versioned, versioned } from '../../../kit/routes.ts'
import { lendersOf, ownWays, type Way } from '../../settings/otp-provider/index.ts'
import type { StoredTenant } from '../../tenancy/tenants/index.ts'
import { inTenantBelow, noteBelow } from '../tenants/index.ts'

type Shown = z.input<typeof TenantOtpProvider>

interface OfTenant {
  readonly row: Pick<StoredTenant, 'inherits_otp_provider' | 'version'>
  readonly own: ReadonlySet<Way>
}

/** The providers of a tenant below this one are this provider, then its own. */
const present = async (ctx: Context, { row, own }: OfTenant): Promise<Versioned<Shown>> => {
  const inherited = row.inherits_otp_provider
  const lenders = inherited ? await lendersOf(ctx) : new Map<Way, string>()
  const shown = (way: Way): Shown[Way] => {
    const providerName = lenders.get(way) ?? null
    if (own.has(way)) return { source: 'OWN', providerName: null }
    return { source: providerName === null ? 'NONE' : 'INHERITED', providerName }
  }
  const of = { sms: shown('sms'), voice: shown('voice'), messenger: shown('messenger') }
  return versioned({ inherited, ...of }, row.version)
}

/** @throws not_found */
export const readOfTenant = async (ctx: Context, id: string) => {
  const found = await ctx.transaction((ctx) =>
    inTenantBelow(ctx, id, async (account, row) => ({ row, own: await ownWays(account) })),
  )
  return present(ctx, found)
}

const action = 'TENANT_OTP_PROVIDER_UPDATED'

const setInherited = ({ db, tenant }: Context, row: StoredTenant, inherited: boolean) =>
  db
    .updateTable('tenants')
    .set({ inherits_otp_provider: inherited, version: row.version + 1 })
    .where('tenant_id', '=', tenant.id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Both logs tell of it. @throws not_found, precondition_failed */
export const updateOfTenant = async (
  ctx: Context,
  id: string,
  { inherited }: z.output<typeof updateTenantOtpProvider.body>,
) => {
  const changed = await ctx.transaction(async (ctx) => {
    const done = await inTenantBelow(ctx, id, async (account, held) => {
      expectVersion(ctx, held.version)
      const row = await setInherited(account, held, inherited)
      const change = {
        before: { inherited: held.inherits_otp_provider },
        after: { inherited: row.inherits_otp_provider },
      }
      const subject = { entity: 'SETTINGS', id: 'otpprovider', name: 'otpprovider' } as const
      audit(account, action, { subject, ...change })
      return { row, change, own: await ownWays(account) }
    })
    noteBelow(ctx, action, { row: done.row, ...done.change })
    return done
  })
  return present(ctx, changed)
}
