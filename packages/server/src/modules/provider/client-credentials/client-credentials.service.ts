import type {
  authenticateProviderClient,
  ProviderClient,
  ProviderClientChange,
} from '@signet/contract/provider/client-credentials'
import { providerEntityTypes } from '@signet/rules/permissions'
import { foldName } from '@signet/rules/text'
import type { Selectable } from 'kysely'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { namedRows } from '../../../kit/named-rows.ts'
import { versioned } from '../../../kit/routes.ts'
import { findRow, insertRow, newIds, rowsOf, updateRow } from '../../../platform/db/row-sets.ts'
import type { ProviderClientRow } from '../../../platform/db/schema/provider-clients.ts'
import { newSecret } from '../../../platform/secrets/new-secret.ts'
import { authenticateProgram, type Programs } from '../../applications/api-applications/index.ts'
import { roles } from '../../identity/roles/index.ts'
import { endSessionsOf } from '../../tenancy/sessions/index.ts'

type Row = Selectable<ProviderClientRow>
type Wanted = z.output<typeof ProviderClientChange>
type Shown = z.input<typeof ProviderClient>

const table = 'provider_clients'
const entity = 'SPCLIENTCREDENTIALS'
const mostListed = 1000

/** Grants on anything but the entities of providers are not stored, and not shown. */
const permissionsOf = ({ permissions }: Row): Shown['permissions'] => {
  const flags = roles.flagsOf(roles.rightsOfGrants(permissions, true).permissions)
  return providerEntityTypes.flatMap((entityType) => {
    const found = flags.find((each) => each.entityType === entityType)
    return found === undefined ? [] : [{ ...found, entityType }]
  })
}

const shown = (row: Row) => ({
  name: row.name,
  description: row.description,
  enabled: row.enabled,
  permissions: permissionsOf(row),
  addresses: row.addresses,
  tokenTtlSeconds: row.token_ttl_seconds,
})

const present = (row: Row, { platform }: Context): Shown => ({
  id: row.id,
  ...shown(row),
  formerSecretEndsAt:
    row.former_ends_at !== null && row.former_ends_at > platform.clock.now()
      ? row.former_ends_at
      : null,
  lastUsedAt: row.last_used_at,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

const rows = namedRows({
  entity,
  action: 'PROVIDER_CLIENT',
  missing: 'not_found',
  taken: { provider_clients_key: 'name_exists' },
  ...rowsOf(table),
  shown,
  present,
})

export const list = async (ctx: Context): Promise<Shown[]> => {
  const found = await ctx.db
    .selectFrom(table)
    .selectAll()
    .where('tenant_id', '=', ctx.tenant.id)
    .orderBy('name_key')
    .limit(mostListed)
    .execute()
  return found.map((row) => present(row, ctx))
}

/** @throws not_found */
export const read = rows.read

/** Callers hold what they give a client, or give it a secret to use. @throws rights_not_held */
const expectWithinReach = (ctx: Context, permissions: Row['permissions']): void =>
  roles.expectRights(ctx, [roles.rightsOfGrants(permissions, ctx.tenant.isProvider)])

const columnsOf = (ctx: Context, wanted: Wanted) => ({
  name: wanted.name,
  name_key: foldName(wanted.name),
  description: wanted.description,
  enabled: wanted.enabled,
  permissions: roles.grantsOf(wanted.permissions),
  addresses: [...new Set(wanted.addresses)],
  token_ttl_seconds: wanted.tokenTtlSeconds,
  updated_at: ctx.platform.clock.now(),
})

/** @throws name_exists, rights_not_held */
export const create = async (ctx: Context, wanted: Wanted) => {
  const { secret: clientSecret, hash } = newSecret(ctx)
  const { value, version } = await rows.create(ctx, async (ctx) => {
    const columns = columnsOf(ctx, wanted)
    expectWithinReach(ctx, columns.permissions)
    return insertRow(ctx, table, {
      ...newIds(ctx),
      ...columns,
      secret_hash: hash,
      former_hash: null,
      former_ends_at: null,
      last_used_at: null,
    })
  })
  return versioned({ ...value, clientSecret }, version)
}

const ofApplications = { of: 'applications' } as const

/** @throws not_found, name_exists, rights_not_held, precondition_failed */
export const update = (ctx: Context, id: string, wanted: Wanted) =>
  rows.change(ctx, id, async (ctx, before) => {
    const columns = columnsOf(ctx, wanted)
    for (const each of [before.permissions, columns.permissions]) expectWithinReach(ctx, each)
    if (!wanted.enabled) await endSessionsOf(ctx, id, ofApplications)
    return updateRow(ctx, table, { id, ...columns })
  })

/** @throws not_found, precondition_failed */
export const remove = (ctx: Context, id: string) =>
  rows.remove(ctx, id, (ctx) => endSessionsOf(ctx, id, ofApplications))

const hourMillis = 3_600_000

/** Without overlap the sessions that the previous secret opened end, too. @throws not_found, rights_not_held */
export const rotate = (ctx: Context, id: string, overlapHours: number) =>
  ctx.transaction(async (ctx) => {
    const before = await rows.hold(ctx, id)
    expectWithinReach(ctx, before.permissions)
    const { secret: clientSecret, hash } = newSecret(ctx)
    const now = ctx.platform.clock.now()
    const isKept = overlapHours > 0
    const row = await updateRow(ctx, table, {
      id,
      secret_hash: hash,
      former_hash: isKept ? before.secret_hash : null,
      former_ends_at: isKept ? new Date(now.getTime() + overlapHours * hourMillis) : null,
      updated_at: now,
    })
    if (!isKept) await endSessionsOf(ctx, id, ofApplications)
    audit(ctx, 'PROVIDER_CLIENT_SECRET_GENERATED', {
      subject: { entity, id, name: row.name },
      attributes: { overlapHours },
    })
    return versioned({ ...present(row, ctx), clientSecret }, row.version)
  })

const clients: Programs = {
  find: (ctx, id) => findRow(ctx, table, id),
  noteUse: async ({ db, tenant, platform }, id) => {
    await db
      .updateTable(table)
      .set({ last_used_at: platform.clock.now() })
      .where('tenant_id', '=', tenant.id)
      .where('id', '=', id)
      .execute()
  },
  entity,
  action: 'PROVIDER_CLIENT_AUTHENTICATED',
}

/** @throws invalid_user_response, too_many_requests, account_locked */
export const authenticate = (
  ctx: Context,
  { clientId, clientSecret }: z.output<typeof authenticateProviderClient.body>,
) => authenticateProgram(ctx, { applicationId: clientId, sharedSecret: clientSecret }, clients)
