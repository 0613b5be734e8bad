import type {
  EntitlementUsage,
  EntitlementUsageRequest,
} from '@signet/contract/provider/tenant-entitlements'
import { mostListedTenants } from '@signet/contract/provider/tenants'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { presentEntitlement, type StoredEntitlement } from '../../tenancy/entitlements/index.ts'

/** As JSON, whose times are text. */
type Times = 'start_date' | 'end_date'
interface Row {
  readonly of_tenant: string
  readonly company_name: string
  readonly entitlement:
    | (Omit<StoredEntitlement, Times> & {
        readonly start_date: string
        readonly end_date: string | null
      })
    | null
}

const present = ({ entitlement }: Row) =>
  entitlement === null
    ? []
    : [
        presentEntitlement({
          ...entitlement,
          start_date: new Date(entitlement.start_date),
          end_date: entitlement.end_date === null ? null : new Date(entitlement.end_date),
        }),
      ]

/** Of the tenants right below this provider, in one statement. */
export const listUsage = async (
  { db }: Context,
  { tenantIds = [], type }: z.output<typeof EntitlementUsageRequest>,
): Promise<z.input<typeof EntitlementUsage>[]> => {
  const { rows } = await sql<Row>`
    select * from provider_entitlements(${tenantIds}::uuid[], ${type ?? null}::text,
      ${mostListedTenants}::integer)`.execute(db)
  return [...Map.groupBy(rows, ({ of_tenant }) => of_tenant)].map(([tenantId, same]) => ({
    tenantId,
    companyName: same[0]?.company_name ?? '',
    entitlements: same.flatMap(present),
  }))
}
