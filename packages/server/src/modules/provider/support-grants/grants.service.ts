import type { SupportGrantDetails, SupportTerms } from '@signet/contract/provider/support-grants'
import {
  isSupportRole,
  permittedByBoth,
  readOnlySupport,
  supportCeiling,
} from '@signet/rules/support'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import { actorName, type Context, expectVersion } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { versioned } from '../../../kit/routes.ts'
import { foundOr } from '../../../kit/rows.ts'
import { findRow, holdRow, insertRow, newIds, updateRow } from '../../../platform/db/row-sets.ts'
import { roles } from '../../identity/roles/index.ts'
import { searchAuditEvents } from '../../operations/audit-events/index.ts'
import { expectSuperAdministrator } from '../../settings/vouching/index.ts'
import { readTenant } from '../../tenancy/tenants/index.ts'
import { findParentName } from '../tenants/index.ts'
import { noteAbove } from './both-logs.ts'
import { present, shown, stateOf } from './grants.present.ts'
import { listGrants, type StoredGrant } from './grants.repository.ts'
import { endHeld, expectRoom } from './open-grants.ts'

const table = 'support_grants'
type Terms = z.output<typeof SupportTerms>

const orNotFound = foundOr('not_found')

export const list = async (ctx: Context) => (await listGrants(ctx)).map((row) => present(ctx, row))

/** How many entries of the audit log one grant shows. */
const mostActs = 100

/** What was done under it, as far as the log keeps it. */
const actsOf = async (ctx: Context, { id, created_at }: StoredGrant) => {
  const { results } = await searchAuditEvents(ctx, {
    actorId: id,
    from: created_at.toISOString(),
    limit: mostActs,
  })
  return results.map(({ eventTime, ...event }) => ({ ...event, at: eventTime }))
}

/** @throws not_found */
export const read = async (ctx: Context, id: string) => {
  const row = orNotFound(await findRow(ctx, table, id))
  const details: z.input<typeof SupportGrantDetails> = {
    ...present(ctx, row),
    acts: await actsOf(ctx, row),
  }
  return versioned(details, row.version)
}

/** What a role lends to a provider. @throws role_not_found, invalid_parameters for one with more */
const lent = async (ctx: Context, roleId: string) => {
  const role = foundOr('role_not_found')(await findRow(ctx, 'roles', roleId))
  const rights = roles.rightsWith(ctx, [role])
  if (!isSupportRole(rights)) {
    const message = 'has rights that a provider does not get'
    throw new ApiError('invalid_parameters', { fields: [{ path: 'body.roleId', message }] })
  }
  return {
    rights: 'ROLE' as const,
    role_id: role.id,
    role_name: role.name,
    permissions: permittedByBoth(rights.permissions, supportCeiling),
  }
}

const readOnly = {
  rights: 'READ_ONLY',
  role_id: null,
  role_name: null,
  permissions: readOnlySupport,
} as const

const hourMillis = 3_600_000

/** What a row holds once it is granted. */
const granted = async (ctx: Context, { hours, roleId }: Terms) => {
  const now = ctx.platform.clock.now()
  return {
    ...(roleId === null ? readOnly : await lent(ctx, roleId)),
    hours,
    granted_by: actorName(ctx),
    granted_at: now,
    ends_at: new Date(now.getTime() + hours * hourMillis),
  }
}

/** The tenant above this one; the root provider has no other than itself. */
const providerOf = async (ctx: Context) => {
  const { parent_tenant_id: parent, company_name: own } = await readTenant(ctx)
  return {
    provider_id: parent ?? ctx.tenant.id,
    provider_name: (await findParentName(ctx)) ?? own,
  }
}

const subjectOf = ({ id, reason }: StoredGrant) => ({ entity: 'SUPPORTGRANTS', id, name: reason })

const noteGranted = async (ctx: Context, row: StoredGrant) => {
  audit(ctx, 'SUPPORTGRANT_GIVEN', { subject: subjectOf(row), after: shown(row) })
  await noteAbove(ctx, 'SUPPORTGRANT_GIVEN', { grant: row, after: shown(row) })
  return versioned(present(ctx, row), row.version)
}

/** @throws rights_not_held, role_not_found, limit_reached, invalid_parameters */
export const create = (ctx: Context, { reason, ...terms }: Terms & { readonly reason: string }) =>
  ctx.transaction(async (ctx) => {
    expectSuperAdministrator(ctx)
    await expectRoom(ctx)
    const row = await insertRow(ctx, table, {
      ...newIds(ctx),
      ...(await providerOf(ctx)),
      reason,
      ...(await granted(ctx, terms)),
    })
    return noteGranted(ctx, row)
  })

/**
 * Grants what the provider has requested.
 * @throws not_found, support_grant_over, rights_not_held, role_not_found, precondition_failed
 */
export const accept = (ctx: Context, id: string, terms: Terms) =>
  ctx.transaction(async (ctx) => {
    expectSuperAdministrator(ctx)
    const before = orNotFound(await holdRow(ctx, table, id))
    expectVersion(ctx, before.version)
    if (stateOf(ctx, before) !== 'REQUESTED') throw new ApiError('support_grant_over')
    return noteGranted(ctx, await updateRow(ctx, table, { id, ...(await granted(ctx, terms)) }))
  })

/** @throws not_found, precondition_failed */
export const end = (ctx: Context, id: string) =>
  ctx.transaction(async (ctx) => {
    const before = orNotFound(await holdRow(ctx, table, id))
    expectVersion(ctx, before.version)
    const state = stateOf(ctx, before)
    if (state !== 'ACTIVE' && state !== 'REQUESTED') {
      return versioned(present(ctx, before), before.version)
    }
    const after = await endHeld(ctx, before, 'TENANT')
    audit(ctx, 'SUPPORTGRANT_ENDED', { subject: subjectOf(after), after: shown(after) })
    await noteAbove(ctx, 'SUPPORTGRANT_ENDED', { grant: after, after: shown(after) })
    return versioned(present(ctx, after), after.version)
  })
