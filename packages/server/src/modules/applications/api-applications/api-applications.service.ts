import type { RadiusMethod } from '@signet/rules/radius'
import { foldName } from '@signet/rules/text'
import { audit } from '../../../kit/audit.ts'
import { type Context, expectVersion } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { versioned } from '../../../kit/routes.ts'
import { isUniqueViolation } from '../../../platform/db/sql-errors.ts'
import { endSessionsOf } from '../../tenancy/sessions/index.ts'
import { expectWithinReach } from './api-applications.policy.ts'
import { audited, present, type WireApiApplication } from './api-applications.present.ts'
import * as repository from './api-applications.repository.ts'
import { newSecret } from './shared-secrets.ts'

type Type = repository.ApiApplicationType

interface Wanted {
  readonly name: string
  readonly description: string
  readonly enabled: boolean
  readonly addresses: readonly string[]
  readonly tokenTtlSeconds: number
  /** Of an Administration API application. */
  readonly roleId?: string
  /** Of an agent. */
  readonly authenticationMethod?: RadiusMethod | null
}

const ofApplications = { of: 'applications' } as const

const subjectOf = ({ id, name }: Pick<repository.StoredApiApplication, 'id' | 'name'>) => ({
  entity: 'APPLICATIONS',
  id,
  name,
})

const columnsOf = (ctx: Context, wanted: Wanted) => ({
  name: wanted.name,
  name_key: foldName(wanted.name),
  description: wanted.description,
  enabled: wanted.enabled,
  role_id: wanted.roleId ?? null,
  addresses: JSON.stringify([...new Set(wanted.addresses)]),
  token_ttl_seconds: wanted.tokenTtlSeconds,
  authentication_method: wanted.authenticationMethod ?? null,
  updated_at: ctx.platform.clock.now(),
})

const refusingDuplicates = async <T>(write: () => Promise<T>): Promise<T> => {
  try {
    return await write()
  } catch (error) {
    if (!isUniqueViolation(error, 'api_applications_tenant_id_name_key_key')) throw error
    throw new ApiError('application_exists', { cause: error })
  }
}

const found = async (ctx: Context, type: Type, id: string) => {
  const row = await repository.findShown(ctx, type, id)
  if (row === undefined) throw new ApiError('not_found')
  return row
}

/** @throws not_found, precondition_failed */
const foundForChange = async (ctx: Context, type: Type, id: string) => {
  const row = await repository.findForChange(ctx, type, id)
  if (row === undefined) throw new ApiError('not_found')
  expectVersion(ctx, row.version)
  return row
}

export const listAll = async (ctx: Context, type: Type): Promise<WireApiApplication[]> => {
  const now = ctx.platform.clock.now()
  return (await repository.listOfType(ctx, type)).map((row) => present(row, now))
}

/** @throws not_found */
export const read = async (ctx: Context, type: Type, id: string) => {
  const row = await found(ctx, type, id)
  return versioned(present(row, ctx.platform.clock.now()), row.version)
}

/** @throws application_exists, rights_not_held, role_not_found */
export const create = (ctx: Context, type: Type, wanted: Wanted) =>
  refusingDuplicates(() =>
    ctx.transaction(async (ctx) => {
      await expectWithinReach(ctx, [{ type, roleId: wanted.roleId ?? null }])
      const { secret, hash } = newSecret(ctx)
      const columns = columnsOf(ctx, wanted)
      const id = ctx.platform.ids.uuid()
      await repository.insert(ctx, {
        ...columns,
        tenant_id: ctx.tenant.id,
        id,
        application_type: type,
        secret_hash: hash,
        former_hash: null,
        former_ends_at: null,
        last_used_at: null,
        created_at: columns.updated_at,
      })
      const row = await found(ctx, type, id)
      audit(ctx, 'APPLICATION_CREATED', { subject: subjectOf(row), after: audited(row) })
      return { application: present(row, columns.updated_at), sharedSecret: secret }
    }),
  )

interface Place {
  readonly type: Type
  readonly id: string
}

/** @throws not_found, application_exists, rights_not_held, role_not_found */
export const change = (ctx: Context, { type, id }: Place, wanted: Wanted) =>
  refusingDuplicates(() =>
    ctx.transaction(async (ctx) => {
      const { role_id: roleId } = await foundForChange(ctx, type, id)
      const before = await found(ctx, type, id)
      await expectWithinReach(ctx, [
        { type, roleId },
        { type, roleId: wanted.roleId ?? null },
      ])
      await repository.update(ctx, id, columnsOf(ctx, wanted))
      if (!wanted.enabled) await endSessionsOf(ctx, id, ofApplications)
      const after = await found(ctx, type, id)
      audit(ctx, 'APPLICATION_UPDATED', {
        subject: subjectOf(after),
        before: audited(before),
        after: audited(after),
      })
      return versioned(present(after, ctx.platform.clock.now()), after.version)
    }),
  )

/** @throws not_found, precondition_failed */
export const remove = (ctx: Context, type: Type, id: string): Promise<undefined> =>
  ctx.transaction(async (ctx) => {
    await foundForChange(ctx, type, id)
    const row = await found(ctx, type, id)
    await endSessionsOf(ctx, id, ofApplications)
    await repository.remove(ctx, id)
    audit(ctx, 'APPLICATION_DELETED', { subject: subjectOf(row), before: audited(row) })
    return undefined
  })

const formerColumns = (row: repository.StoredApiApplication, now: Date, overlapHours: number) =>
  overlapHours === 0
    ? { former_hash: null, former_ends_at: null }
    : {
        former_hash: row.secret_hash,
        former_ends_at: new Date(now.getTime() + overlapHours * 3_600_000),
      }

interface Rotation extends Place {
  readonly overlapHours: number
}

/** Without overlap the sessions that the former secret opened end, too. @throws not_found, rights_not_held */
export const regenerate = (ctx: Context, { type, id, overlapHours }: Rotation) =>
  ctx.transaction(async (ctx) => {
    const before = await foundForChange(ctx, type, id)
    await expectWithinReach(ctx, [{ type, roleId: before.role_id }])
    const { secret, hash } = newSecret(ctx)
    const now = ctx.platform.clock.now()
    const former = formerColumns(before, now, overlapHours)
    await repository.update(ctx, id, { ...former, secret_hash: hash, updated_at: now })
    if (overlapHours === 0) await endSessionsOf(ctx, id, ofApplications)
    const row = await found(ctx, type, id)
    audit(ctx, 'APPLICATION_SECRET_GENERATED', {
      subject: subjectOf(row),
      attributes: { overlapHours },
    })
    return { application: present(row, now), sharedSecret: secret }
  })
