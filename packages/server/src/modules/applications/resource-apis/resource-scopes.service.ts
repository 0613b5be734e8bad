import {
  type ClientCredentialsGrant,
  type NewResourceScope,
  ResourceScope,
  type ResourceScopeChange,
} from '@signet/contract/applications/resource-apis'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { namedRows } from '../../../kit/named-rows.ts'
import { lockLimit } from '../../../platform/db/limit-lock.ts'
import {
  countRows,
  findRow,
  insertRow,
  newIds,
  rowsOf,
  updateRow,
} from '../../../platform/db/row-sets.ts'
import { fieldsOf } from '../../../platform/db/wire-fields.ts'
import { findApi } from './resource-apis.repository.ts'
import { fault, orNotFound, subjectOf } from './resource-apis.service.ts'
import {
  findGrant,
  listScopes,
  mostScopes,
  removeGrant,
  type StoredGrant,
  type StoredScope,
  upsertGrant,
} from './resource-scopes.repository.ts'

const present = fieldsOf(ResourceScope)

/** Scopes of people and of the protocol: an API may not take them over. */
const taken = new Set('openid profile email phone address groups offline_access'.split(' '))

/** @throws role_not_found, invalid_parameters for a scope of the product */
const check = async (
  ctx: Context,
  { name, oauthRoleIds }: z.output<typeof ResourceScopeChange>,
): Promise<void> => {
  if (taken.has(name)) throw fault('name', 'is a scope of the product')
  const wanted = [...new Set(oauthRoleIds)]
  const known = await countRows(ctx, 'oauth_roles', wanted)
  if (known < wanted.length) throw new ApiError('role_not_found')
}

const rows = namedRows({
  ...rowsOf('resource_scopes'),
  entity: 'RESOURCESERVERAPIS',
  action: 'RESOURCE_SCOPE',
  missing: 'not_found',
  taken: { resource_scopes_tenant_id_api_id_name_key: 'scope_exists' },
  shown: ({ name, description, oauth_role_ids }: StoredScope) => ({
    name,
    description,
    oauthRoleIds: oauth_role_ids,
  }),
  present,
})

/** @throws not_found, of a removal precondition_failed, too */
export const { read, remove } = rows

const columnsOf = (wanted: z.output<typeof ResourceScopeChange>) => ({
  name: wanted.name,
  description: wanted.description,
  oauth_role_ids: [...new Set(wanted.oauthRoleIds)],
})

export const listAll = async (ctx: Context, apiId: string | undefined) =>
  (await listScopes(ctx, apiId)).map(present)

/** @throws not_found, role_not_found, scope_exists */
export const create = (ctx: Context, wanted: z.output<typeof NewResourceScope>) =>
  rows.create(ctx, async (ctx) => {
    await lockLimit(ctx, 'resource_scopes')
    const api = orNotFound(await findApi(ctx, wanted.apiId))
    if (api.scopes >= mostScopes) throw fault('name', 'there are 200 already')
    await check(ctx, wanted)
    const made = { ...newIds(ctx), ...columnsOf(wanted), api_id: api.id }
    return insertRow(ctx, 'resource_scopes', made)
  })

/** @throws not_found, role_not_found, scope_exists, precondition_failed */
export const change = (ctx: Context, id: string, wanted: z.output<typeof ResourceScopeChange>) =>
  rows.change(ctx, id, async (ctx) => {
    await check(ctx, wanted)
    return updateRow(ctx, 'resource_scopes', { id, ...columnsOf(wanted) })
  })

const presentGrant = (row: StoredGrant): z.input<typeof ClientCredentialsGrant> => ({
  apiId: row.api_id,
  applicationId: row.application_id,
  applicationName: row.name,
  scopeIds: row.scope_ids,
  createdAt: row.created_at,
})

/** @throws not_found */
export const readGrant = async (ctx: Context, apiId: string, applicationId: string) =>
  presentGrant(orNotFound(await findGrant(ctx, apiId, applicationId)))

interface WantedGrant {
  readonly applicationId: string
  readonly scopeIds: readonly string[]
}

/** @throws not_found for an API, application or scope that is not there */
export const grant = (ctx: Context, apiId: string, { applicationId, scopeIds }: WantedGrant) =>
  ctx.transaction(async (ctx) => {
    const api = orNotFound(await findApi(ctx, apiId))
    orNotFound(await findRow(ctx, 'oidc_applications', applicationId))
    const known = new Map((await listScopes(ctx, apiId)).map(({ id, name }) => [id, name]))
    const wanted = [...new Set(scopeIds)]
    if (!wanted.every((id) => known.has(id))) throw new ApiError('not_found')
    await upsertGrant(ctx, { apiId, applicationId, scopeIds: wanted })
    const row = orNotFound(await findGrant(ctx, apiId, applicationId))
    const scopes = wanted.map((id) => known.get(id))
    audit(ctx, 'CLIENT_CREDENTIALS_GRANTED', {
      subject: subjectOf(api),
      attributes: { application: row.name, scopes },
    })
    return presentGrant(row)
  })

/** @throws not_found when there is none yet */
export const changeGrant = async (ctx: Context, apiId: string, wanted: WantedGrant) => {
  orNotFound(await findGrant(ctx, apiId, wanted.applicationId))
  return grant(ctx, apiId, wanted)
}

/** @throws not_found */
export const revoke = (ctx: Context, apiId: string, applicationId: string): Promise<undefined> =>
  ctx.transaction(async (ctx) => {
    const api = orNotFound(await findApi(ctx, apiId))
    const row = orNotFound(await findGrant(ctx, apiId, applicationId))
    await removeGrant(ctx, apiId, applicationId)
    audit(ctx, 'CLIENT_CREDENTIALS_REVOKED', {
      subject: subjectOf(api),
      attributes: { application: row.name },
    })
    return undefined
  })
