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
import { newCredential } from './agent-credentials.ts'
import { listRows, namesOfServed, type StoredRadiusAgent } from './radius-agents.repository.ts'

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

const orNotFound = foundOr('not_found')

const refusingDuplicates = unique({ radius_agents_tenant_id_name_key_key: 'name_exists' })

export const listAll = async (ctx: Context) => (await listRows(ctx)).map(present)

/** @throws not_found */
export const read = async (ctx: Context, id: string) => {
  const row = orNotFound(await findRow(ctx, 'radius_agents', id))
  return versioned(present(row), row.version)
}

/** @throws name_exists, invalid_parameters when there are too many */
export const create = (ctx: Context, wanted: Wanted) =>
  refusingDuplicates(() =>
    ctx.transaction(async (ctx) => {
      if (!(await hasRoom(ctx, 'radius_agents', mostRadiusAgents))) {
        throw new ApiError('invalid_parameters', {
          fields: [{ path: 'body.name', message: `there are ${mostRadiusAgents} already` }],
        })
      }
      const ids = newIds(ctx)
      const { credential, hash } = newCredential(ctx, ids.id)
      const row = await insertRow(ctx, 'radius_agents', {
        ...ids,
        ...columnsOf(wanted),
        credential_hash: hash,
        credential_created_at: ids.created_at,
      })
      audit(ctx, 'RADIUS_AGENT_CREATED', { subject: subjectOf(row), after: shown(row) })
      return { agent: present(row), credential }
    }),
  )

/** @throws not_found, name_exists, precondition_failed */
export const change = (ctx: Context, id: string, wanted: Wanted) =>
  refusingDuplicates(() =>
    ctx.transaction(async (ctx) => {
      const before = orNotFound(await holdRow(ctx, 'radius_agents', id))
      expectVersion(ctx, before.version)
      const after = await updateRow(ctx, 'radius_agents', { id, ...columnsOf(wanted) })
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
    const row = orNotFound(await holdRow(ctx, 'radius_agents', id))
    expectVersion(ctx, row.version)
    expectUnused(await namesOfServed(ctx, id))
    await removeRow(ctx, 'radius_agents', id)
    audit(ctx, 'RADIUS_AGENT_DELETED', { subject: subjectOf(row), before: shown(row) })
    return undefined
  })

/** @throws not_found */
export const renewCredential = (ctx: Context, id: string) =>
  ctx.transaction(async (ctx) => {
    const before = orNotFound(await holdRow(ctx, 'radius_agents', id))
    const { credential, hash } = newCredential(ctx, id)
    const now = ctx.platform.clock.now()
    const to = {
      credential_hash: hash,
      credential_created_at: now,
      former_credential_hash: before.credential_hash,
      former_credential_until: new Date(now.getTime() + formerMillis),
    }
    const row = await updateRow(ctx, 'radius_agents', { id, ...to })
    audit(ctx, 'RADIUS_AGENT_CREDENTIAL_RENEWED', { subject: subjectOf(row) })
    return { agent: present(row), credential }
  })
