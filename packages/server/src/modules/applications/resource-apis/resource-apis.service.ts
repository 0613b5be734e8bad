import type { ResourceApi, ResourceApiChange } from '@signet/contract/applications/resource-apis'
import { foldName } from '@signet/rules/text'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import { type Context, expectVersion } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { versioned } from '../../../kit/routes.ts'
import { foundOr, unique } from '../../../kit/rows.ts'
import { hasRoom } from '../../../platform/db/limit-lock.ts'
import {
  countRows,
  insertRow,
  newIds,
  removeRow,
  updateRow,
} from '../../../platform/db/row-sets.ts'
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

const present = (row: StoredApi): z.input<typeof ResourceApi> => ({
  id: row.id,
  name: row.name,
  identifier: row.identifier,
  description: row.description,
  enabled: row.enabled,
  accessTokenTtlSeconds: row.access_token_ttl_seconds,
  accessTokenFormat: row.access_token_format,
  applicationIds: row.application_ids,
  scopes: row.scopes,
  createdAt: row.created_at,
})

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

const refusingDuplicates = unique({
  resource_apis_tenant_id_name_key_key: 'api_exists',
  resource_apis_tenant_id_identifier_key: 'api_exists',
})

export const orNotFound = foundOr('not_found')

export const readConfig = (ctx: Context) => ({
  issuer: `${ctx.tenant.publicUrl}/api/oidc`,
  ownIdentifier: ownIdentifier(ctx),
  maximumApis: mostApis,
  maximumScopes: mostScopes,
  accessTokenTtlSeconds: { minimum: 60, maximum: 86_400 },
})

export const listAll = async (ctx: Context) => (await listApis(ctx)).map(present)

/** @throws not_found */
export const read = async (ctx: Context, id: string) => {
  const row = orNotFound(await findApi(ctx, id))
  return versioned(present(row), row.version)
}

/** @throws api_exists, invalid_parameters */
export const create = (ctx: Context, wanted: Wanted) =>
  refusingDuplicates(() =>
    ctx.transaction(async (ctx) => {
      await check(ctx, wanted)
      if (!(await hasRoom(ctx, 'resource_apis', mostApis)))
        throw fault('name', 'there are 500 already')
      const made = { ...newIds(ctx), ...columnsOf(wanted) }
      const row = { ...(await insertRow(ctx, 'resource_apis', made)), scopes: 0 }
      audit(ctx, 'RESOURCE_API_CREATED', { subject: subjectOf(row), after: shown(row) })
      return versioned(present(row), row.version)
    }),
  )

const readForChange = async (ctx: Context, id: string): Promise<StoredApi> => {
  const row = orNotFound(await findApiForChange(ctx, id))
  expectVersion(ctx, row.version)
  return row
}

/** @throws not_found, api_exists, invalid_parameters, precondition_failed */
export const change = (ctx: Context, id: string, wanted: Wanted) =>
  refusingDuplicates(() =>
    ctx.transaction(async (ctx) => {
      const before = await readForChange(ctx, id)
      await check(ctx, wanted)
      const to = columnsOf(wanted)
      const after = { ...before, ...(await updateRow(ctx, 'resource_apis', { id, ...to })) }
      audit(ctx, 'RESOURCE_API_UPDATED', {
        subject: subjectOf(after),
        before: shown(before),
        after: shown(after),
      })
      return versioned(present(after), after.version)
    }),
  )

/** @throws not_found, precondition_failed */
export const remove = (ctx: Context, id: string): Promise<undefined> =>
  ctx.transaction(async (ctx) => {
    const row = await readForChange(ctx, id)
    await removeGrantsFor(ctx, row.identifier)
    await removeRow(ctx, 'resource_apis', id)
    audit(ctx, 'RESOURCE_API_DELETED', { subject: subjectOf(row), before: shown(row) })
    return undefined
  })

/** @throws not_found */
export const revokeTokens = (ctx: Context, id: string) =>
  ctx.transaction(async (ctx) => {
    const row = orNotFound(await findApiForChange(ctx, id))
    const revoked = await removeGrantsFor(ctx, row.identifier)
    audit(ctx, 'RESOURCE_API_TOKENS_REVOKED', { subject: subjectOf(row), attributes: { revoked } })
    return { revoked }
  })
