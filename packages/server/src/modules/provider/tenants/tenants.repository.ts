import { mostListedTenants, type TenantPageRequest } from '@signet/contract/provider/tenants'
import type { BundleType } from '@signet/rules/bundles'
import { contractEndSpan } from '@signet/rules/contract-ends'
import { usageLimits } from '@signet/rules/usage'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { mostCounted, readPage, type Window } from '../../../kit/lists.ts'
import type { StoredTenant } from '../../tenancy/tenants/index.ts'

type OfTenant =
  | 'tenant_id'
  | 'company_name'
  | 'public_url'
  | 'region'
  | 'contract_mode'
  | 'default_locale'
  | 'authentication_account'
  | 'issuance_account'
  | 'is_provider'
  | 'locked'
  | 'created_at'
  | 'version'

/** A tenant below the provider, with what it bought. */
export interface TenantBelow extends Pick<StoredTenant, OfTenant> {
  readonly name_key: string
  readonly bundle: BundleType | null
  readonly allotment: number | null
  /** Null without an authentication entitlement. */
  readonly consumed: number | null
}

type Counted = TenantBelow & { readonly total: number }

type Filter = Partial<
  Pick<
    z.output<typeof TenantPageRequest>,
    'search' | 'locked' | 'contractMode' | 'contractEnd' | 'nearLimit'
  >
>

/** Before the first and after the last row: no name sorts beyond them. */
const first = ['', '00000000-0000-0000-0000-000000000000'] as const
const last = ['\u{10ffff}', 'ffffffff-ffff-ffff-ffff-ffffffffffff'] as const

const readRows = async (
  { db, platform }: Context,
  { search = '', locked, contractMode, contractEnd, nearLimit }: Filter,
  { limit, position, backwards }: Window,
): Promise<readonly Counted[]> => {
  const [name, id] = position?.after ?? (backwards ? last : first)
  const span = contractEnd === undefined ? null : contractEndSpan(contractEnd, platform.clock.now())
  const { authentication, trialIssuance } = usageLimits
  const { rows } = await sql<Counted>`
    select * from provider_tenants_listed(${search}::text, ${locked ?? null}::boolean,
      ${contractMode ?? null}::text, ${span?.from ?? null}::timestamptz,
      ${span?.before ?? null}::timestamptz,
      ${nearLimit ?? null}::boolean, ${authentication.warningBelowPercent}::integer,
      ${trialIssuance.warningAbove}::integer, ${backwards}::boolean, ${name}::text, ${id}::uuid,
      ${limit}::integer)`.execute(db)
  return rows
}

/** Those of the provider whose tenant this is: the database knows which they are. */
export const listTenantsBelow = (ctx: Context, search?: string): Promise<readonly TenantBelow[]> =>
  readRows(ctx, { search }, { limit: mostListedTenants, position: null, backwards: false })

/** The tenants that follow another one by name; the first ones without it. */
export const tenantsAfter = (
  ctx: Context,
  before: TenantBelow | undefined,
  limit: number,
): Promise<readonly TenantBelow[]> => {
  const position =
    before === undefined
      ? null
      : ({ after: [before.name_key, before.tenant_id], direction: 'next' } as const)
  return readRows(ctx, {}, { limit, position, backwards: false })
}

export const pageTenantsBelow = (ctx: Context, wanted: z.output<typeof TenantPageRequest>) =>
  readPage<TenantBelow>(ctx, wanted, {
    name: 'tenants',
    edge: ({ name_key, tenant_id }) => [name_key, tenant_id],
    read: async (window) => {
      const rows = await readRows(ctx, wanted, { ...window, limit: window.limit + 1 })
      const [row = await firstOf(ctx, wanted)] = rows
      const count = row?.total ?? 0
      const estimated = count > mostCounted
      return { rows, total: { count: Math.min(count, mostCounted), estimated } }
    },
  })

/** Tells how many there are when those beyond the edge have gone. */
const firstOf = async (ctx: Context, wanted: Filter): Promise<Counted | undefined> => {
  const [row] = await readRows(ctx, wanted, { limit: 1, position: null, backwards: false })
  return row
}

export const findTenantBelow = async (
  { db }: Context,
  id: string,
): Promise<TenantBelow | undefined> => {
  const { rows } = await sql<TenantBelow>`select * from provider_tenant(${id}::uuid)`.execute(db)
  return rows[0]
}

/** Of the tenant that was entered; it does not change until the transaction ends. */
export const holdTenant = ({ db }: Context, id: string): Promise<StoredTenant | undefined> =>
  db
    .selectFrom('tenants')
    .selectAll()
    .where('tenant_id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()

export const findParentName = async ({ db }: Context): Promise<string | null> => {
  const { rows } = await sql<{ name: string | null }>`
    select parent_company_name() as name`.execute(db)
  return rows[0]?.name ?? null
}

interface HostNames {
  readonly current: string
  /** No longer this tenant's. */
  readonly dropped: readonly string[]
}

export const settleHosts = async (
  { db, tenant }: Context,
  { current, dropped }: HostNames,
): Promise<void> => {
  await sql`delete from host_names
    where tenant_id = ${tenant.id}::uuid and host = any (${dropped}::text[])`.execute(db)
  await sql`update host_names set current = (host = ${current})
    where tenant_id = ${tenant.id}::uuid`.execute(db)
}

/** A tenant is in production once one of its entitlements is; without any its mode stays. */
export const noteContractMode = async ({ db, tenant }: Context): Promise<void> => {
  await sql`
    update tenants t set contract_mode = e.contract_mode, version = t.version + 1
    from (select min(contract_mode) as contract_mode from entitlements
      where tenant_id = ${tenant.id}::uuid and contract_mode in ('PRODUCTION', 'TRIAL')) e
    where t.tenant_id = ${tenant.id}::uuid and e.contract_mode <> t.contract_mode`.execute(db)
}
