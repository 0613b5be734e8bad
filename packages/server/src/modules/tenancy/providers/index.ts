import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { createContext } from '../../../kit/create-context.ts'
import { createTenantFinder } from '../tenants/index.ts'

interface Line {
  readonly provider_id: string
  readonly provider_name: string
  readonly lends_codes: boolean
}

/** A service provider that a tenant is below, or that the tenant is itself. */
interface ProviderAbove {
  /** Reads what is the provider's own. */
  readonly ctx: Context
  readonly name: string
  /** Whether no tenant on the way declines its providers of codes. */
  readonly lendsCodes: boolean
}

/**
 * The providers of a tenant, the closest first. Not within a transaction: each is read under its own
 * row-level security.
 */
export const providersAbove = async (ctx: Context): Promise<readonly ProviderAbove[]> => {
  const { platform } = ctx
  const { rows } = await sql<Line>`select * from providers_above()`.execute(ctx.db)
  const finder = createTenantFinder(platform.database)
  const found: ProviderAbove[] = []
  for (const { provider_id, provider_name: name, lends_codes: lendsCodes } of rows) {
    const tenant = await finder.byId(provider_id)
    if (tenant === null) continue
    const actor = { kind: 'system', name: 'provider-credentials' } as const
    found.push({ ctx: createContext({ ...ctx, tenant, actor }), name, lendsCodes })
  }
  return found
}
