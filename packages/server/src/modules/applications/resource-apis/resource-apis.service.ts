import { ResourceApi, type ResourceApiChange } from '@signet/contract/applications/resource-apis'
import { foldName } from '@signet/rules/text'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { namedRows } from '../../../kit/named-rows.ts'
import { foundOr } from '../../../kit/rows.ts'
import { hasRoom } from '../../../platform/db/limit-lock.ts'
import { countRows, insertRow, newIds, rowsOf, updateRow } from '../../../platform/db/row-sets.ts'
import { fieldsOf } from '../../../platform/db/wire-fields.ts'
import {
  findApi,
  findApiForChange,
  listApis,
  mostApis,
  removeGrantsFor,
  type StoredApi,
} from './resource-apis.repository.ts'
import { mostScopes } from './resource-scopes.repository.ts'

type Wanted = z.output<typeof ResourceApiChange>

const present = fieldsOf(ResourceApi)

const columnsOf = (wanted: Wanted) => ({
  name: wanted.name,
  name_key: foldName(wanted.name),
  identifier: wanted.identifier,
  description: wanted.description,
  enabled: wanted.enabled,
  access_token_ttl_seconds: wanted.accessTokenTtlSeconds,
  access_token_format: wanted.accessTokenFormat,
  application_ids: wanted.applicationIds,
})

export const subjectOf = ({ id, name }: Pick<StoredApi, 'id' | 'name'>) => ({
  entity: 'RESOURCESERVERAPIS',
  id,
  name,
})

const shown = (row: StoredApi): Record<string, unknown> => {
  const { createdAt: _created, scopes: _scopes, ...fields } = present(row)
  return fields
}

const ownIdentifier = ({ tenant }: Context): string => `${tenant.publicUrl}/api`

export const fault = (field: string, message: string): ApiError =>
  new ApiError('invalid_parameters', { fields: [{ path: `body.${field}`, message }] })

/**
 * @throws invalid_parameters for what is no address, or this product's own; not_found for an
 * application that is not there
 */
const check = async (ctx: Context, { identifier, applicationIds }: Wanted): Promise<void> => {
  if (!URL.canParse(identifier)) throw fault('identifier', 'is no absolute URI')
  if (identifier === ownIdentifier(ctx)) throw fault('identifier', 'is the product itself')
  const wanted = [...new Set(applicationIds)]
  const known = await countRows(ctx, 'oidc_applications', wanted)
  if (known < wanted.length) throw new ApiError('not_found')
}

export const orNotFound = foundOr('not_found')

export const readConfig = (ctx: Context) => ({
  issuer: `${ctx.tenant.publicUrl}/api/oidc`,
  ownIdentifier: ownIdentifier(ctx),
  maximumApis: mostApis,
  maximumScopes: mostScopes,
  accessTokenTtlSeconds: { minimum: 60, maximum: 86_400 },
})

export const listAll = async (ctx: Context) => (await listApis(ctx)).map(present)

const rows = namedRows({
  ...rowsOf('resource_apis'),
  entity: 'RESOURCESERVERAPIS',
  action: 'RESOURCE_API',
  missing: 'not_found',
  taken: {
    resource_apis_tenant_id_name_key_key: 'api_exists',
    resource_apis_tenant_id_identifier_key: 'api_exists',
  },
  find: findApi,
  hold: findApiForChange,
  shown,
  present,
})

/** @throws not_found */
export const { read } = rows

/** @throws api_exists, invalid_parameters */
export const create = (ctx: Context, wanted: Wanted) =>
  rows.create(ctx, async (ctx) => {
    await check(ctx, wanted)
    if (!(await hasRoom(ctx, 'resource_apis', mostApis)))
      throw fault('name', 'there are 500 already')
    const made = { ...newIds(ctx), ...columnsOf(wanted) }
    return { ...(await insertRow(ctx, 'resource_apis', made)), scopes: 0 }
  })

/** @throws not_found, api_exists, invalid_parameters, precondition_failed */
export const change = (ctx: Context, id: string, wanted: Wanted) =>
  rows.change(ctx, id, async (ctx, before) => {
    await check(ctx, wanted)
    const to = columnsOf(wanted)
    return { ...before, ...(await updateRow(ctx, 'resource_apis', { id, ...to })) }
  })

/** @throws not_found, precondition_failed */
export const remove = (ctx: Context, id: string): Promise<undefined> =>
  rows.remove(ctx, id, async (ctx, { identifier }) => {
    await removeGrantsFor(ctx, identifier)
  })

/** @throws not_found */
export const revokeTokens = (ctx: Context, id: string) =>
  ctx.transaction(async (ctx) => {
    const row = orNotFound(await findApiForChange(ctx, id))
    const revoked = await removeGrantsFor(ctx, row.identifier)
    rows.record(ctx, row, { event: 'TOKENS_REVOKED', attributes: { revoked } })
    return { revoked }
  })
