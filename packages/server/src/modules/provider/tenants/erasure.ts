import { createHash } from 'node:crypto'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { day } from '../../../kit/module.ts'
import { findRow, holdRow, updateRow } from '../../../platform/db/row-sets.ts'
import type { Platform } from '../../../platform/platform.ts'
import { hasArchiveFiles, removeArchiveFiles } from '../../operations/archives/index.ts'
import { inTenantBelow } from './below.ts'
import {
  hasTenantsBelow,
  removeWhatIsFor,
  type StoredDeletion,
  terminate,
} from './deletions.repository.ts'
import { eraseBatch, listDue, listLeft } from './erasure.repository.ts'

/** How long host names of an erased tenant are no other tenant's: relying parties may still trust them. */
const hostsHeldMillis = 365 * day

/** What was under way when the tenant was found empty has ended by then. */
const secondCountMillis = 60_000

interface Erasing {
  /** Asked before each step: false ends the work where it is, to be resumed later. */
  readonly mayGoOn: () => Promise<boolean>
  /** Rows of one statement. */
  readonly batch?: number
}

/** From here on the tenant is gone to the service, and the deletion cannot be taken back. */
const begin = (ctx: Context, { id }: StoredDeletion): Promise<boolean> =>
  ctx.transaction(async (ctx) => {
    const deletion = await holdRow(ctx, 'tenant_deletions', id)
    if (deletion?.state === 'ERASING') return true
    if (deletion?.state !== 'PENDING') return false
    const tenantId = deletion.deleted_tenant_id
    const isFree = await inTenantBelow(ctx, tenantId, async (account) => {
      if (await hasTenantsBelow(account)) return false
      await terminate(account)
      return true
    })
    if (!isFree) return false
    await removeWhatIsFor(ctx, tenantId)
    await updateRow(ctx, 'tenant_deletions', {
      id,
      state: 'ERASING',
      begun_at: ctx.platform.clock.now(),
    })
    return true
  })

/** Erases what is there now. False when the work ended before. */
const eraseAll = async (
  ctx: Context,
  { id, deleted_tenant_id: tenantId }: StoredDeletion,
  { mayGoOn, batch = 1000 }: Erasing,
): Promise<boolean> => {
  if (!(await mayGoOn())) return false
  await removeArchiveFiles(ctx.platform.config, tenantId)
  for (const { name: table } of await listLeft(ctx, id)) {
    let gone = batch
    while (gone > 0) {
      if (!(await mayGoOn())) return false
      gone = await eraseBatch(ctx, id, { table, most: batch })
    }
  }
  return true
}

const statementOf = (deletion: StoredDeletion, erasedAt: Date): string =>
  JSON.stringify({
    deletion: deletion.id,
    tenant: deletion.deleted_tenant_id,
    companyName: deletion.company_name,
    hostNames: deletion.host_names,
    requestedBy: deletion.requested_by,
    requestedAt: deletion.requested_at.toISOString(),
    begunAt: deletion.begun_at?.toISOString() ?? null,
    erasedAt: erasedAt.toISOString(),
    rows: Object.fromEntries(
      Object.entries(deletion.erased).toSorted(([one], [other]) => one.localeCompare(other, 'en')),
    ),
    rowsLeft: 0,
  })

/** The proof: kept at the provider, with its digest in the audit log, whose chain is signed. */
const certify = async (ctx: Context, deletion: StoredDeletion): Promise<void> => {
  const { clock, config } = ctx.platform
  const now = clock.now()
  const kept = config.backupRetentionDays
  const statement = statementOf(deletion, now)
  const digest = createHash('sha256').update(statement).digest('hex')
  await updateRow(ctx, 'tenant_deletions', {
    id: deletion.id,
    state: 'ERASED',
    erased_at: now,
    hosts_free_at: new Date(now.getTime() + hostsHeldMillis),
    backups_gone_at: kept === null ? null : new Date(now.getTime() + kept * day),
    statement,
    digest,
  })
  audit(ctx, 'TENANT_ERASED', {
    subject: { entity: 'TENANTS', id: deletion.deleted_tenant_id, name: deletion.company_name },
    attributes: { digest, requestedBy: deletion.requested_by },
  })
}

/**
 * Counts what is left over all tables. The proof is written when nothing is, twice, a minute apart.
 * False when there is something to erase again.
 */
const verify = (ctx: Context, { id, deleted_tenant_id: tenantId }: StoredDeletion) =>
  ctx.transaction(async (ctx) => {
    const deletion = await holdRow(ctx, 'tenant_deletions', id)
    if (deletion?.state !== 'ERASING') return true
    const left = await listLeft(ctx, id)
    if (left.length > 0 || (await hasArchiveFiles(ctx.platform.config, tenantId))) return false
    const now = ctx.platform.clock.now()
    if (deletion.emptied_at === null) {
      await updateRow(ctx, 'tenant_deletions', { id, emptied_at: now })
    } else if (now.getTime() - deletion.emptied_at.getTime() >= secondCountMillis) {
      await certify(ctx, deletion)
    }
    return true
  })

/** Reads the keys of the tenant again: where there are none, none is kept in mind. */
const forgetKeys = (ctx: Context, { deleted_tenant_id: tenantId }: StoredDeletion): Promise<void> =>
  ctx.platform.secrets.ready(tenantId)

/** Tries in one round, where rows appear while they are erased. */
const mostPasses = 5

/** Erases one tenant as far as it can, from wherever it was left. @throws nothing that a later round would not mend */
const eraseTenant = async (ctx: Context, deletionId: string, erasing: Erasing): Promise<void> => {
  const deletion = await findRow(ctx, 'tenant_deletions', deletionId)
  if (deletion === undefined || !(await erasing.mayGoOn()) || !(await begin(ctx, deletion))) return
  for (let pass = 0; pass < mostPasses; pass += 1) {
    if (await verify(ctx, deletion)) return forgetKeys(ctx, deletion)
    if (!(await eraseAll(ctx, deletion, erasing))) return
  }
  ctx.log.warn({ deletionId }, 'a tenant that is erased still gets rows')
}

/** Erases the tenants whose grace period is over; any node may, one at a time does. */
export const eraseDueTenants = async (
  platform: Platform,
  contextOf: (tenantId: string) => Promise<Context | null>,
  erasing: Erasing,
): Promise<void> => {
  for (const { provider_id: providerId, deletion_id: deletionId } of await listDue(platform)) {
    const ctx = await contextOf(providerId)
    if (ctx === null) continue
    try {
      await eraseTenant(ctx, deletionId, erasing)
    } catch (error) {
      ctx.log.warn({ err: error, deletionId }, 'a tenant was not erased')
    }
  }
}
