import {
  TenantDeletion,
  type TenantDeletionDetails,
  type TenantDeletionPageRequest,
  type TenantDeletionSettings,
} from '@signet/contract/provider/tenant-deletions'
import type { z } from 'zod'
import { actorName, type Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { keysetList } from '../../../kit/lists.ts'
import { day } from '../../../kit/module.ts'
import { foundOr } from '../../../kit/rows.ts'
import { findRow, insertRow, updateRow } from '../../../platform/db/row-sets.ts'
import { fieldsOf } from '../../../platform/db/wire-fields.ts'
import { endAllSessions } from '../../tenancy/sessions/index.ts'
import {
  changeTenant,
  readTenant,
  type StoredTenant,
  tenantDomains,
} from '../../tenancy/tenants/index.ts'
import { inTenantBelow, noteBelow } from './below.ts'
import {
  deletionsOf,
  hasSignedIn,
  hasTenantsBelow,
  holdPending,
  listPending,
  type StoredDeletion,
} from './deletions.repository.ts'
import { read } from './tenants.service.ts'

type Details = z.input<typeof TenantDeletionDetails>

const orNotFound = foundOr('not_found')

/** No tenant was erased by mistake before its users could notice. */
const shortestInUse = 1

const rowsOf = ({ erased }: StoredDeletion) =>
  Object.entries(erased)
    .map(([table, rows]) => ({ table, rows }))
    .toSorted((one, other) => one.table.localeCompare(other.table, 'en'))

const fields = fieldsOf(TenantDeletion)

const present = (row: StoredDeletion) =>
  fields({
    ...row,
    tenant_id: row.deleted_tenant_id,
    erased_rows: rowsOf(row).reduce((sum, { rows }) => sum + rows, 0),
  })

export const list = keysetList({
  name: 'tenant deletions',
  keys: [['id', 'uuid']],
  descending: true,
  rows: (ctx, wanted: z.output<typeof TenantDeletionPageRequest>) => deletionsOf(ctx, wanted),
  present: (_ctx, rows) => rows.map(present),
})

/** @throws not_found */
export const readDeletion = async (ctx: Context, id: string): Promise<Details> => {
  const row = orNotFound(await findRow(ctx, 'tenant_deletions', id))
  return {
    ...present(row),
    hostNames: row.host_names,
    hostNamesFreeAt: row.hosts_free_at,
    rows: rowsOf(row),
    rowsLeft: row.erased_at === null ? null : 0,
    backupsUntil: row.backups_gone_at,
    digest: row.digest,
    statement: row.statement,
  }
}

/** Of the tenant that was entered. @param days as its provider has set */
const graceOf = async (account: Context, days: number): Promise<number> =>
  days < shortestInUse && (await hasSignedIn(account)) ? shortestInUse : days

interface Requested {
  readonly row: StoredTenant
  readonly hosts: readonly string[]
  readonly eraseAt: Date
}

/** In the tenant: it is locked, and its sessions end. Null where this was done before. */
const close = (ctx: Context, id: string, days: number): Promise<Requested | null> =>
  inTenantBelow(ctx, id, async (account, row) => {
    if (row.deletion_at !== null) return null
    if (await hasTenantsBelow(account)) throw new ApiError('tenant_has_tenants')
    const grace = await graceOf(account, days)
    const eraseAt = new Date(ctx.platform.clock.now().getTime() + grace * day)
    await changeTenant(account, { locked: true, deletion_at: eraseAt }, 'TENANT_DELETION_REQUESTED')
    await endAllSessions(account)
    return { row, hosts: await tenantDomains.hosts(account.db, id), eraseAt }
  })

const requesterOf = (ctx: Context) => ({
  requested_by: actorName(ctx),
  requested_by_id: 'id' in ctx.actor ? ctx.actor.id : null,
})

/**
 * Locks the tenant at once; it is erased when the grace period is over.
 * @throws not_found, precondition_failed, tenant_has_tenants
 */
export const request = (ctx: Context, id: string) =>
  ctx.transaction(async (ctx) => {
    const { deletion_grace_days: days } = await readTenant(ctx)
    const requested = await close(ctx, id, days)
    if (requested !== null) {
      const { row, hosts, eraseAt } = requested
      await insertRow(ctx, 'tenant_deletions', {
        id: ctx.platform.ids.uuid(),
        deleted_tenant_id: id,
        company_name: row.company_name,
        host_names: [...hosts],
        was_locked: row.locked,
        state: 'PENDING',
        ...requesterOf(ctx),
        requested_at: ctx.platform.clock.now(),
        erase_at: eraseAt,
      })
      const after = { eraseAt: eraseAt.toISOString() }
      noteBelow(ctx, 'TENANT_DELETION_REQUESTED', { row, after })
    }
    return present(orNotFound((await listPending(ctx, [id]))[0]))
  })

/**
 * The tenant is as it was, but for its sessions; where its deletion was not requested, nothing changes.
 * @throws not_found also when erasing has begun; precondition_failed
 */
export const takeBack = (ctx: Context, id: string) =>
  ctx.transaction(async (ctx) => {
    const deletion = await holdPending(ctx, id)
    if (deletion !== undefined) {
      const before = await inTenantBelow(ctx, id, async (account, row) => {
        const change = { locked: deletion.was_locked, deletion_at: null }
        await changeTenant(account, change, 'TENANT_DELETION_CANCELED')
        await endAllSessions(account)
        return row
      })
      await updateRow(ctx, 'tenant_deletions', { id: deletion.id, state: 'CANCELED' })
      noteBelow(ctx, 'TENANT_DELETION_CANCELED', {
        row: before,
        before: { eraseAt: deletion.erase_at.toISOString() },
      })
    }
    return read(ctx, id)
  })

export const readSettings = async (
  ctx: Context,
): Promise<z.input<typeof TenantDeletionSettings>> => {
  const { deletion_grace_days: graceDays } = await readTenant(ctx)
  return { graceDays }
}

export const updateSettings = async (
  ctx: Context,
  { graceDays }: z.output<typeof TenantDeletionSettings>,
) => {
  await changeTenant(ctx, { deletion_grace_days: graceDays }, 'TENANT_DELETION_SETTINGS_UPDATED')
  return { graceDays }
}
