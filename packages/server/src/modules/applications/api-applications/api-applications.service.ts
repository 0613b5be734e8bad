import { ApiApplication } from '@signet/contract/applications/api-applications'
import type { RadiusMethod } from '@signet/rules/radius'
import { foldName } from '@signet/rules/text'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import { type Context, expectVersion } from '../../../kit/context.ts'
import { versioned } from '../../../kit/routes.ts'
import { foundOr, unique } from '../../../kit/rows.ts'
import { holdRow, insertRow, newIds, removeRow, updateRow } from '../../../platform/db/row-sets.ts'
import { fieldsOf } from '../../../platform/db/wire-fields.ts'
import { newSecret } from '../../../platform/secrets/new-secret.ts'
import { endSessionsOf } from '../../tenancy/sessions/index.ts'
import { expectWithinReach } from './api-applications.policy.ts'
import * as repository from './api-applications.repository.ts'

type WireApiApplication = z.input<typeof ApiApplication>

const application = fieldsOf(ApiApplication)

/** A previous secret that has ended is not shown. */
const present = (row: repository.ShownApiApplication, now: Date): WireApiApplication => {
  const { former_ends_at: ends } = row
  return application({ ...row, former_secret_ends_at: ends !== null && ends > now ? ends : null })
}

/** What the audit log keeps of it before and after a change. */
const audited = (row: repository.ShownApiApplication): Record<string, unknown> => ({
  applicationType: row.application_type,
  name: row.name,
  description: row.description,
  enabled: row.enabled,
  roleId: row.role_id,
  role: row.role_name,
  addresses: row.addresses,
  tokenTtlSeconds: row.token_ttl_seconds,
  authenticationMethod: row.authentication_method,
})

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
  addresses: [...new Set(wanted.addresses)],
  token_ttl_seconds: wanted.tokenTtlSeconds,
  authentication_method: wanted.authenticationMethod ?? null,
  updated_at: ctx.platform.clock.now(),
})

const refusingDuplicates = unique({
  api_applications_tenant_id_name_key_key: 'application_exists',
})

const orNotFound = foundOr('not_found')

const found = async (ctx: Context, type: Type, id: string) =>
  orNotFound(await repository.findShown(ctx, type, id))

/** @throws not_found, precondition_failed */
const foundForChange = async (ctx: Context, type: Type, id: string) => {
  const row = await holdRow(ctx, 'api_applications', id)
  const held = orNotFound(row?.application_type === type ? row : undefined)
  expectVersion(ctx, held.version)
  return held
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
      const made = {
        ...newIds(ctx),
        ...columnsOf(ctx, wanted),
        application_type: type,
        secret_hash: hash,
        former_hash: null,
        former_ends_at: null,
        last_used_at: null,
      }
      await insertRow(ctx, 'api_applications', made)
      const row = await found(ctx, type, made.id)
      audit(ctx, 'APPLICATION_CREATED', { subject: subjectOf(row), after: audited(row) })
      return { application: present(row, made.created_at), sharedSecret: secret }
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
      const held = await foundForChange(ctx, type, id)
      const before = await found(ctx, type, id)
      await expectWithinReach(ctx, [
        { type, roleId: held.role_id },
        { type, roleId: wanted.roleId ?? null },
      ])
      await updateRow(ctx, 'api_applications', { id, ...columnsOf(ctx, wanted) })
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
    await removeRow(ctx, 'api_applications', id)
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
    const to = { ...former, secret_hash: hash, updated_at: now }
    await updateRow(ctx, 'api_applications', { id, ...to })
    if (overlapHours === 0) await endSessionsOf(ctx, id, ofApplications)
    const row = await found(ctx, type, id)
    audit(ctx, 'APPLICATION_SECRET_GENERATED', {
      subject: subjectOf(row),
      attributes: { overlapHours },
    })
    return { application: present(row, now), sharedSecret: secret }
  })
