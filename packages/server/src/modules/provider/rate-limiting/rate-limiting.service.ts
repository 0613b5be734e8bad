import type {
  createRateLimitPolicy,
  listLimitedCallers,
  RateLimitPolicies,
  RateLimitPolicy,
  replaceTenantRateLimits,
  TenantRateLimits,
  updateRateLimitPolicy,
} from '@signet/contract/provider/rate-limiting'
import {
  defaultPolicies,
  limitSubjects,
  policyClasses,
  policyFault,
} from '@signet/rules/request-limits'
import { type Selectable, sql } from 'kysely'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { namedRows } from '../../../kit/named-rows.ts'
import { enterTenant } from '../../../platform/db/enter-tenant.ts'
import {
  findRow,
  holdRow,
  insertRow,
  insertRows,
  removeRow,
  removeRows,
  updateRow,
} from '../../../platform/db/row-sets.ts'
import type { RateLimitPolicyRow } from '../../../platform/db/schema/rate-limiting.ts'
import { pageLimitedCallers } from './limited-callers.repository.ts'
import { forgetPolicies } from './policies.ts'

type Row = Selectable<RateLimitPolicyRow>
type Figures = z.output<typeof createRateLimitPolicy.body>

const table = 'rate_limit_policies'
const entity = 'RATELIMITING'

const shown = (row: Row) => ({
  limitClass: row.limit_class,
  subject: row.subject,
  rate: row.rate,
  periodSeconds: row.period_seconds,
  burst: row.burst,
})

const present = (row: Row): z.input<typeof RateLimitPolicy> => ({
  id: row.id,
  ...shown(row),
  createdAt: row.created_at,
})

interface NamedRow extends Row {
  readonly name: string
}

/** Policies have no name: the audit log names what they limit. */
const named = (row: Row): NamedRow => ({ ...row, name: `${row.limit_class} ${row.subject}` })

/** A policy for all tenants of the provider; those of one tenant are its own. */
const orNone = (row: Row | undefined): NamedRow | undefined =>
  row?.for_tenant_id === null ? named(row) : undefined

const rows = namedRows({
  entity,
  action: 'RATE_LIMIT_POLICY',
  missing: 'not_found',
  taken: { rate_limit_policies_key: 'rate_limit_policy_exists' },
  find: async (ctx: Context, id: string) => orNone(await findRow(ctx, table, id)),
  hold: async (ctx: Context, id: string) => orNone(await holdRow(ctx, table, id)),
  remove: (ctx: Context, id: string) => removeRow(ctx, table, id),
  shown,
  present,
})

/** The policies of the provider for all its tenants, or for one. */
const listOf = (ctx: Context, tenantId: string | null): Promise<Row[]> =>
  ctx.db
    .selectFrom(table)
    .selectAll()
    .where('tenant_id', '=', ctx.tenant.id)
    .where('for_tenant_id', 'is not distinct from', tenantId)
    .orderBy('limit_class')
    .orderBy('subject')
    .execute()

const defaults = policyClasses.flatMap((limitClass) =>
  limitSubjects.flatMap((subject) => {
    const policy = defaultPolicies[limitClass][subject]
    return policy === undefined ? [] : [{ limitClass, subject, ...policy }]
  }),
)

export const list = async (ctx: Context): Promise<z.input<typeof RateLimitPolicies>> => ({
  policies: (await listOf(ctx, null)).map(present),
  defaults,
})

/** @throws not_found */
export const read = rows.read

const columnsOf = ({
  rate,
  periodSeconds,
  burst,
}: Pick<Figures, 'rate' | 'periodSeconds' | 'burst'>) => ({
  rate,
  period_seconds: periodSeconds,
  burst,
})

const newRow = (ctx: Context, { limitClass, subject, ...figures }: Figures) => ({
  id: ctx.platform.ids.uuid(),
  limit_class: limitClass,
  subject,
  ...columnsOf(figures),
  created_at: ctx.platform.clock.now(),
})

/** What was changed here holds here with the next request. */
const changing = async <T>(ctx: Context, change: () => Promise<T>): Promise<T> => {
  try {
    return await change()
  } finally {
    forgetPolicies(ctx.tenant)
  }
}

/** @throws rate_limit_policy_exists */
export const create = (ctx: Context, wanted: Figures) =>
  changing(ctx, () =>
    rows.create(ctx, async (ctx) =>
      named(await insertRow(ctx, table, { ...newRow(ctx, wanted), for_tenant_id: null })),
    ),
  )

/** @throws not_found, precondition_failed, invalid_parameters */
export const update = (
  ctx: Context,
  { id, ...figures }: z.output<typeof updateRateLimitPolicy.body>,
) =>
  changing(ctx, () =>
    rows.change(ctx, id, async (ctx, before) => {
      const fault = policyFault(before.limit_class, before.subject, figures)
      if (fault !== null) {
        const message = 'is below a tenth of the default, or above a hundred times it'
        throw new ApiError('invalid_parameters', { fields: [{ path: `body.${fault}`, message }] })
      }
      return { ...before, ...(await updateRow(ctx, table, { id, ...columnsOf(figures) })) }
    }),
  )

/** @throws not_found, precondition_failed */
export const remove = (ctx: Context, id: string): Promise<undefined> =>
  changing(ctx, () => rows.remove(ctx, id))

export const refresh = (ctx: Context) =>
  changing(ctx, () =>
    ctx.transaction(async (ctx) => {
      audit(ctx, 'RATE_LIMIT_POLICIES_REFRESHED', { subject: { entity, id: '', name: '' } })
      return list(ctx)
    }),
  )

/** @throws not_found for a tenant that is not the provider's */
const expectOwn = async (ctx: Context, tenantId: string): Promise<void> => {
  const found = await sql<{ is: boolean }>`
    select is_tenant_of_provider(${tenantId}::uuid) as is`.execute(ctx.db)
  if (found.rows[0]?.is !== true) throw new ApiError('not_found')
}

const presentTenant = (
  tenantId: string,
  limits: readonly Row[],
): z.input<typeof TenantRateLimits> => ({ tenantId, limits: limits.map(shown) })

/** In one transaction, in which row-level security shows that tenant alone meanwhile. @throws not_found */
export const listLimited = (
  ctx: Context,
  tenantId: string,
  wanted: z.output<typeof listLimitedCallers.body>,
) =>
  ctx.transaction(async (ctx) => {
    await expectOwn(ctx, tenantId)
    await enterTenant(ctx.db, tenantId)
    const page = await pageLimitedCallers(ctx, { ...wanted, tenantId })
    await enterTenant(ctx.db, ctx.tenant.id)
    return page
  })

/** @throws not_found */
export const readTenant = async (ctx: Context, tenantId: string) => {
  await expectOwn(ctx, tenantId)
  return presentTenant(tenantId, await listOf(ctx, tenantId))
}

const holdTenant = async (ctx: Context, tenantId: string): Promise<readonly Row[]> => {
  await expectOwn(ctx, tenantId)
  await sql`select pg_advisory_xact_lock(hashtextextended(${`rate limits ${tenantId}`}, 0))`.execute(
    ctx.db,
  )
  return listOf(ctx, tenantId)
}

const subjectOf = (tenantId: string) => ({ entity, id: tenantId, name: '' })

/** @throws not_found */
export const replaceTenant = (
  ctx: Context,
  tenantId: string,
  { limits }: z.output<typeof replaceTenantRateLimits.body>,
) =>
  changing(ctx, () =>
    ctx.transaction(async (ctx) => {
      const before = await holdTenant(ctx, tenantId)
      await removeRows(ctx, table, before)
      const wanted = limits.map((each) => ({ ...newRow(ctx, each), for_tenant_id: tenantId }))
      await insertRows(ctx, table, wanted)
      const after = await listOf(ctx, tenantId)
      audit(ctx, 'TENANT_RATE_LIMITS_UPDATED', {
        subject: subjectOf(tenantId),
        before: { limits: before.map(shown) },
        after: { limits: after.map(shown) },
      })
      return presentTenant(tenantId, after)
    }),
  )

/** @throws not_found also where the tenant has none */
export const removeTenant = (ctx: Context, tenantId: string): Promise<undefined> =>
  changing(ctx, () =>
    ctx.transaction(async (ctx) => {
      const before = await holdTenant(ctx, tenantId)
      if (before.length === 0) throw new ApiError('not_found')
      await removeRows(ctx, table, before)
      audit(ctx, 'TENANT_RATE_LIMITS_DELETED', {
        subject: subjectOf(tenantId),
        before: { limits: before.map(shown) },
      })
      return undefined
    }),
  )
