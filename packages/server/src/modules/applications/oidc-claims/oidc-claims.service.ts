import {
  OidcClaim,
  type OidcClaimChange,
  OwnClaim,
  protocolClaims,
  standardClaims,
} from '@signet/contract/applications/oidc-claims'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { namedRows } from '../../../kit/named-rows.ts'
import { hasRoom } from '../../../platform/db/limit-lock.ts'
import { insertRow, newIds, rowsOf, updateRow } from '../../../platform/db/row-sets.ts'
import { fieldsOf } from '../../../platform/db/wire-fields.ts'
import { definitions } from '../../identity/user-attributes/index.ts'
import { findOidcClaims, mostClaims, type StoredClaim } from './oidc-claims.repository.ts'

type Wanted = z.output<typeof OidcClaimChange>

type Scope = Wanted['scope']
const scopes: readonly Scope[] = ['openid', 'profile', 'email', 'phone', 'address', 'groups']
const scopeOf = (text: string): Scope => scopes.find((scope) => scope === text) ?? 'openid'

const fields = fieldsOf(OidcClaim)

const present = (row: StoredClaim) => fields({ ...row, scope: scopeOf(row.scope) })

const fault = (field: string, message: string): ApiError =>
  new ApiError('invalid_parameters', { fields: [{ path: `body.${field}`, message }] })

const isOwn = (name: string): boolean => OwnClaim.safeParse(name).success

/** Whether something was proven is never said for everybody alike. */
const isProof = (name: string): boolean => name.endsWith('_verified')

/** A standard claim is told where applications look for it, in its own form. */
const checkStandard = ({ name, scope, source, format }: Wanted): void => {
  const standard = standardClaims.get(name)
  if (standard === undefined) return
  if (scope !== standard.scope && scope !== 'openid') {
    throw fault('scope', `${name} belongs to ${standard.scope}, or to openid`)
  }
  if (source !== 'OWN' && format !== standard.format) {
    throw fault('format', `${name} is told as ${standard.format}`)
  }
  if (isProof(name) && source !== 'USER_ATTRIBUTE') {
    throw fault('source', 'is told of each user by an attribute')
  }
}

/** @throws invalid_parameters for a name that is not the tenant's, or a source that is not there */
const check = async (ctx: Context, wanted: Wanted): Promise<void> => {
  const { name, source, value } = wanted
  if (protocolClaims.has(name)) throw fault('name', 'is a claim of the protocol itself')
  checkStandard(wanted)
  if (source === 'OWN' && !isOwn(value)) throw fault('value', 'is not one of the own claims')
  if (isOwn(name) && !(source === 'OWN' && value === name)) {
    throw fault('name', 'is a claim of the product: take it as the source')
  }
  if (source !== 'USER_ATTRIBUTE') return
  const known = await definitions(ctx)
  if (!known.some(({ id }) => id === value)) throw fault('value', 'is no attribute of users')
}

const shown = ({ name, description, scope, source, value, format }: StoredClaim) => ({
  name,
  description,
  scope,
  source,
  value,
  format,
})

const rows = namedRows({
  ...rowsOf('oidc_claims'),
  entity: 'APPLICATIONS',
  action: 'OIDC_CLAIM',
  missing: 'not_found',
  taken: { oidc_claims_tenant_id_name_key: 'claim_exists' },
  shown,
  present,
})

export const listAll = async (ctx: Context) => (await findOidcClaims(ctx)).map(present)

/** @throws not_found, of a removal precondition_failed, too */
export const { read, remove } = rows

/** @throws claim_exists, invalid_parameters */
export const create = (ctx: Context, wanted: Wanted) =>
  rows.create(ctx, async (ctx) => {
    await check(ctx, wanted)
    if (!(await hasRoom(ctx, 'oidc_claims', mostClaims)))
      throw fault('name', 'there are 200 already')
    return insertRow(ctx, 'oidc_claims', { ...newIds(ctx), ...wanted })
  })

/** @throws not_found, claim_exists, invalid_parameters, precondition_failed */
export const change = (ctx: Context, id: string, wanted: Wanted) =>
  rows.change(ctx, id, async (ctx) => {
    await check(ctx, wanted)
    return updateRow(ctx, 'oidc_claims', { id, ...wanted })
  })
