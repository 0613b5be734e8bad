import {
  mostRadiusAgents,
  type RadiusAgent,
  type RadiusAgentChange,
} from '@signet/contract/applications/radius-agents'
import { foldName } from '@signet/rules/text'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import { type Context, expectVersion } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { versioned } from '../../../kit/routes.ts'
import { isUniqueViolation } from '../../../platform/db/sql-errors.ts'
import { newCredential } from './agent-credentials.ts'
import {
  findRow,
  insertRow,
  listRows,
  lockRow,
  namesOfServed,
  removeRow,
  type StoredRadiusAgent,
  updateRow,
} from './radius-agents.repository.ts'

type Wanted = z.output<typeof RadiusAgentChange>

/** How long the credential before a new one is taken, unless that is used first. */
const formerMillis = 24 * 3_600_000

const present = (row: StoredRadiusAgent): z.input<typeof RadiusAgent> => ({
  id: row.id,
  name: row.name,
  description: row.description,
  enabled: row.enabled,
  credentialCreatedAt: row.credential_created_at,
  formerCredentialUntil: row.former_credential_until,
  lastSeenAt: row.last_seen_at,
  version: row.software,
  faults: row.faults,
  createdAt: row.created_at,
})

const subjectOf = ({ id, name }: Pick<StoredRadiusAgent, 'id' | 'name'>) => ({
  entity: 'AGENTS',
  id,
  name,
})

const shown = ({ name, description, enabled }: StoredRadiusAgent) => ({
  name,
  description,
  enabled,
})

const columnsOf = ({ name, description, enabled }: Wanted) => ({
  name,
  name_key: foldName(name),
  description,
  enabled,
})

const orNotFound = (row: StoredRadiusAgent | undefined): StoredRadiusAgent => {
  if (row === undefined) throw new ApiError('not_found')
  return row
}

const refusingDuplicates = async <T>(write: () => Promise<T>): Promise<T> => {
  try {
    return await write()
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw new ApiError('name_exists', { cause: error })
  }
}

export const listAll = async (ctx: Context) => (await listRows(ctx)).map(present)

/** @throws not_found */
export const read = async (ctx: Context, id: string) => {
  const row = orNotFound(await findRow(ctx, id))
  return versioned(present(row), row.version)
}

/** @throws name_exists, invalid_parameters when there are too many */
export const create = (ctx: Context, wanted: Wanted) =>
  ctx.transaction(async (ctx) => {
    if ((await listRows(ctx)).length >= mostRadiusAgents) {
      throw new ApiError('invalid_parameters', {
        fields: [{ path: 'body.name', message: `there are ${mostRadiusAgents} already` }],
      })
    }
    const id = ctx.platform.ids.uuid()
    const made = newCredential(ctx, id)
    const now = ctx.platform.clock.now()
    const row = await insertRow(ctx, {
      ...columnsOf(wanted),
      tenant_id: ctx.tenant.id,
      id,
      credential_hash: made.hash,
      credential_created_at: now,
      created_at: now,
    })
    if (row === undefined) throw new ApiError('name_exists')
    audit(ctx, 'RADIUS_AGENT_CREATED', { subject: subjectOf(row), after: shown(row) })
    return { agent: present(row), credential: made.credential }
  })

/** @throws not_found, name_exists, precondition_failed */
export const change = (ctx: Context, id: string, wanted: Wanted) =>
  refusingDuplicates(() =>
    ctx.transaction(async (ctx) => {
      const before = orNotFound(await lockRow(ctx, id))
      expectVersion(ctx, before.version)
      const after = await updateRow(ctx, id, columnsOf(wanted))
      audit(ctx, 'RADIUS_AGENT_UPDATED', {
        subject: subjectOf(after),
        before: shown(before),
        after: shown(after),
      })
      return versioned(present(after), after.version)
    }),
  )

/** How many applications a refusal names. */
const mostNamed = 5

/** @throws used_elsewhere */
const expectUnused = (names: readonly string[]): void => {
  if (names.length === 0) return
  const more = names.length > mostNamed ? ['…'] : []
  const parameters = { names: [...names.slice(0, mostNamed), ...more].join(', ') }
  throw new ApiError('used_elsewhere', { parameters })
}

/** @throws not_found, precondition_failed, used_elsewhere while an application names it */
export const remove = (ctx: Context, id: string): Promise<undefined> =>
  ctx.transaction(async (ctx) => {
    const row = orNotFound(await lockRow(ctx, id))
    expectVersion(ctx, row.version)
    expectUnused(await namesOfServed(ctx, id))
    await removeRow(ctx, id)
    audit(ctx, 'RADIUS_AGENT_DELETED', { subject: subjectOf(row), before: shown(row) })
    return undefined
  })

/** @throws not_found */
export const renewCredential = (ctx: Context, id: string) =>
  ctx.transaction(async (ctx) => {
    const before = orNotFound(await lockRow(ctx, id))
    const made = newCredential(ctx, id)
    const now = ctx.platform.clock.now()
    const row = await updateRow(ctx, id, {
      credential_hash: made.hash,
      credential_created_at: now,
      former_credential_hash: before.credential_hash,
      former_credential_until: new Date(now.getTime() + formerMillis),
    })
    audit(ctx, 'RADIUS_AGENT_CREDENTIAL_RENEWED', { subject: subjectOf(row) })
    return { agent: present(row), credential: made.credential }
  })
