import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { foundOr } from '../../../kit/rows.ts'
import { holdRow, insertRow, newIds } from '../../../platform/db/row-sets.ts'
import type { StoredTenant } from '../../tenancy/tenants/index.ts'
import { findTenantBelow, inTenantBelow, noteBelow } from '../tenants/index.ts'
import { presentBelow, shown, stateOf } from './grants.present.ts'
import { listGrantsBelow, type StoredGrant } from './grants.repository.ts'
import { endHeld, expectRoom } from './open-grants.ts'

const table = 'support_grants'

/** @throws not_found for a tenant that is not right below this provider */
export const list = async (ctx: Context, tenantId: string) => {
  foundOr('not_found')(await findTenantBelow(ctx, tenantId))
  return (await listGrantsBelow(ctx, tenantId)).map((row) => presentBelow(ctx, row))
}

/** In the tenant's log, as its own administrators see it. */
const noteInTenant = (account: Context, action: string, row: StoredGrant): void =>
  audit(account, action, {
    subject: { entity: 'SUPPORTGRANTS', id: row.id, name: row.reason },
    after: shown(row),
  })

/** In the provider's own log. */
const noteHere = (
  ctx: Context,
  action: string,
  { grant, row }: { readonly grant: StoredGrant; readonly row: StoredTenant },
): void => noteBelow(ctx, action, { row, after: shown(grant), attributes: { grant: grant.id } })

/** @throws not_found, limit_reached */
export const request = (ctx: Context, tenantId: string, reason: string) =>
  ctx.transaction(async (ctx) => {
    const { grant, row } = await inTenantBelow(ctx, tenantId, async (account, held) => {
      await expectRoom(account)
      const made = await insertRow(account, table, {
        ...newIds(account),
        provider_id: ctx.tenant.id,
        provider_name: ctx.tenant.companyName,
        reason,
        rights: 'READ_ONLY',
        permissions: {},
      })
      noteInTenant(account, 'SUPPORTGRANT_REQUESTED', made)
      return { grant: made, row: held }
    })
    noteHere(ctx, 'SUPPORTGRANT_REQUESTED', { grant, row })
    return presentBelow(ctx, grant)
  })

/** A grant that this provider has; of another provider, which was above the tenant before, none. */
export const expectOwn = (ctx: Context, row: StoredGrant | undefined): StoredGrant => {
  if (row?.provider_id !== ctx.tenant.id) throw new ApiError('not_found')
  return row
}

/** @throws not_found */
export const end = (ctx: Context, { tenantid, id }: { tenantid: string; id: string }) =>
  ctx.transaction(async (ctx) => {
    const { grant, row, isEnded } = await inTenantBelow(ctx, tenantid, async (account, held) => {
      const before = expectOwn(ctx, await holdRow(account, table, id))
      const state = stateOf(account, before)
      if (state !== 'ACTIVE' && state !== 'REQUESTED') {
        return { grant: before, row: held, isEnded: false }
      }
      const after = await endHeld(account, before, 'PROVIDER')
      noteInTenant(account, 'SUPPORTGRANT_ENDED', after)
      return { grant: after, row: held, isEnded: true }
    })
    if (isEnded) noteHere(ctx, 'SUPPORTGRANT_ENDED', { grant, row })
    return presentBelow(ctx, grant)
  })
