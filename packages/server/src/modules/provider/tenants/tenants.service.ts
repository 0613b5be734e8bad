import type { Tenant, TenantDetails, TenantPageRequest } from '@signet/contract/provider/tenants'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { type Versioned, versioned } from '../../../kit/routes.ts'
import { foundOr } from '../../../kit/rows.ts'
import { endAllSessions } from '../../tenancy/sessions/index.ts'
import { changeTenant, type StoredTenant, tenantDomains } from '../../tenancy/tenants/index.ts'
import { create } from '../subscribers/index.ts'
import { inTenantBelow, noteBelow } from './below.ts'
import { listPending, type StoredDeletion } from './deletions.repository.ts'
import {
  findTenantBelow,
  listTenantsBelow,
  pageTenantsBelow,
  type TenantBelow,
} from './tenants.repository.ts'

type Details = z.input<typeof TenantDetails>

const orNotFound = foundOr('not_found')

/** Those of them that are going to be erased, by tenant. */
const deletionsOf = async (ctx: Context, rows: readonly TenantBelow[]) => {
  if (rows.length === 0) return new Map<string, StoredDeletion>()
  const ids = rows.map(({ tenant_id }) => tenant_id)
  const deletions = await listPending(ctx, ids)
  return new Map(deletions.map((each) => [each.deleted_tenant_id, each]))
}

const deletionOf = ({ id, requested_at, erase_at }: StoredDeletion) => ({
  id,
  requestedAt: requested_at,
  eraseAt: erase_at,
})

const presentOne = (
  row: TenantBelow,
  deletion: StoredDeletion | undefined,
): z.input<typeof Tenant> => ({
  id: row.tenant_id,
  companyName: row.company_name,
  hostname: new URL(row.public_url).hostname,
  publicUrl: row.public_url,
  region: row.region,
  contractMode: row.contract_mode,
  defaultLocale: row.default_locale,
  authenticationAccount: row.authentication_account,
  issuanceAccount: row.issuance_account,
  isSp: row.is_provider,
  locked: row.locked,
  deletion: deletion === undefined ? null : deletionOf(deletion),
  bundle: row.bundle,
  users: row.consumed === null ? null : { consumed: row.consumed, allotment: row.allotment },
  createdAt: row.created_at,
  version: row.version,
})

const present = async (ctx: Context, rows: readonly TenantBelow[]) => {
  const deletions = await deletionsOf(ctx, rows)
  return rows.map((row) => presentOne(row, deletions.get(row.tenant_id)))
}

/** @throws not_found */
export const details = async (ctx: Context, id: string): Promise<Details> => {
  const row = orNotFound(await findTenantBelow(ctx, id))
  const tenant = presentOne(row, (await listPending(ctx, [id]))[0])
  const hosts = await tenantDomains.hosts(ctx.db, id)
  return { ...tenant, aliases: hosts.filter((host) => host !== tenant.hostname) }
}

export const list = async (ctx: Context, search?: string) =>
  present(ctx, await listTenantsBelow(ctx, search))

export const page = async (ctx: Context, wanted: z.output<typeof TenantPageRequest>) => {
  const { results, paging } = await pageTenantsBelow(ctx, wanted)
  return { results: await present(ctx, results), paging }
}

/** @throws not_found */
export const read = async (ctx: Context, id: string): Promise<Versioned<Details>> => {
  const tenant = await details(ctx, id)
  return versioned(tenant, tenant.version)
}

/** @throws subscriber_exists, invalid_parameters, access_denied */
export const createBelow = async (ctx: Context, wanted: Parameters<typeof create>[1]) => {
  const { id, setupUrl } = await create(ctx, wanted)
  const tenant = await details(ctx, id)
  return versioned({ ...tenant, setupUrl }, tenant.version)
}

/** @throws tenant_in_deletion */
export const expectKept = ({ deletion_at: deletionAt }: StoredTenant): void => {
  if (deletionAt !== null) throw new ApiError('tenant_in_deletion')
}

const setLocked = (ctx: Context, id: string, locked: boolean): Promise<Versioned<Details>> =>
  ctx.transaction(async (ctx) => {
    const action = locked ? 'TENANT_LOCKED' : 'TENANT_UNLOCKED'
    const before = await inTenantBelow(ctx, id, async (account, row) => {
      expectKept(row)
      if (row.locked === locked) return null
      await changeTenant(account, { locked }, action)
      // Also when it ends: what began while the lock came in does not live on.
      await endAllSessions(account)
      return row
    })
    if (before !== null) {
      noteBelow(ctx, action, {
        row: before,
        before: { locked: before.locked },
        after: { locked },
      })
    }
    return read(ctx, id)
  })

/** Users are signed out and kept out. @throws not_found, precondition_failed, tenant_in_deletion */
export const lock = (ctx: Context, id: string) => setLocked(ctx, id, true)

/** @throws not_found, precondition_failed, tenant_in_deletion */
export const unlock = (ctx: Context, id: string) => setLocked(ctx, id, false)
