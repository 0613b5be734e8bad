import {
  type OidcClaim,
  type OidcClaimChange,
  OwnClaim,
  protocolClaims,
  standardClaims,
} from '@signet/contract/applications/oidc-claims'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import { type Context, expectVersion } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { versioned } from '../../../kit/routes.ts'
import { foundOr, unique } from '../../../kit/rows.ts'
import { hasRoom } from '../../../platform/db/limit-lock.ts'
import {
  findRow,
  holdRow,
  insertRow,
  newIds,
  removeRow,
  updateRow,
} from '../../../platform/db/row-sets.ts'
import { definitions } from '../../identity/user-attributes/index.ts'
import { findOidcClaims, mostClaims, type StoredClaim } from './oidc-claims.repository.ts'

type Wanted = z.output<typeof OidcClaimChange>

const present = (row: StoredClaim): z.input<typeof OidcClaim> => ({
  id: row.id,
  name: row.name,
  description: row.description,
  scope: scopeOf(row.scope),
  source: row.source,
  value: row.value,
  format: row.format,
  createdAt: row.created_at,
})

type Scope = Wanted['scope']
const scopes: readonly Scope[] = ['openid', 'profile', 'email', 'phone', 'address', 'groups']
const scopeOf = (text: string): Scope => scopes.find((scope) => scope === text) ?? 'openid'

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

const subjectOf = ({ id, name }: StoredClaim) => ({ entity: 'APPLICATIONS', id, name })
const shown = ({ name, description, scope, source, value, format }: StoredClaim) => ({
  name,
  description,
  scope,
  source,
  value,
  format,
})

const refusingDuplicates = unique({
  oidc_claims_tenant_id_name_key: 'claim_exists',
})

export const listAll = async (ctx: Context) => (await findOidcClaims(ctx)).map(present)

const orNotFound = foundOr('not_found')

/** @throws not_found */
export const read = async (ctx: Context, id: string) => {
  const row = orNotFound(await findRow(ctx, 'oidc_claims', id))
  return versioned(present(row), row.version)
}

/** @throws claim_exists, invalid_parameters */
export const create = (ctx: Context, wanted: Wanted) =>
  refusingDuplicates(() =>
    ctx.transaction(async (ctx) => {
      await check(ctx, wanted)
      if (!(await hasRoom(ctx, 'oidc_claims', mostClaims)))
        throw fault('name', 'there are 200 already')
      const row = await insertRow(ctx, 'oidc_claims', { ...newIds(ctx), ...wanted })
      audit(ctx, 'OIDC_CLAIM_CREATED', { subject: subjectOf(row), after: shown(row) })
      return versioned(present(row), row.version)
    }),
  )

const readForChange = async (ctx: Context, id: string): Promise<StoredClaim> => {
  const row = orNotFound(await holdRow(ctx, 'oidc_claims', id))
  expectVersion(ctx, row.version)
  return row
}

/** @throws not_found, claim_exists, invalid_parameters, precondition_failed */
export const change = (ctx: Context, id: string, wanted: Wanted) =>
  refusingDuplicates(() =>
    ctx.transaction(async (ctx) => {
      const before = await readForChange(ctx, id)
      await check(ctx, wanted)
      const after = await updateRow(ctx, 'oidc_claims', { id, ...wanted })
      audit(ctx, 'OIDC_CLAIM_UPDATED', {
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
    await removeRow(ctx, 'oidc_claims', id)
    audit(ctx, 'OIDC_CLAIM_DELETED', { subject: subjectOf(row), before: shown(row) })
    return undefined
  })
