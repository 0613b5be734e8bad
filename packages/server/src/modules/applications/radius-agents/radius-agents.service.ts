import {
  mostRadiusAgents,
  RadiusAgent,
  type RadiusAgentChange,
} from '@signet/contract/applications/radius-agents'
import { foldName } from '@signet/rules/text'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { namedRows } from '../../../kit/named-rows.ts'
import { foundOr } from '../../../kit/rows.ts'
import { hasRoom } from '../../../platform/db/limit-lock.ts'
import {
  holdRow,
  insertRow,
  listByName,
  newIds,
  rowsOf,
  updateRow,
} from '../../../platform/db/row-sets.ts'
import { fieldsOf } from '../../../platform/db/wire-fields.ts'
import { newCredential } from './agent-credentials.ts'
import { namesOfServed, type StoredRadiusAgent } from './radius-agents.repository.ts'

type Wanted = z.output<typeof RadiusAgentChange>

/** How long the credential before a new one is taken, unless that is used first. */
const formerMillis = 24 * 3_600_000

const agent = fieldsOf(RadiusAgent)

/** The version that an agent names is that of its software. */
const present = (row: StoredRadiusAgent) => agent({ ...row, version: row.software })

const columnsOf = (wanted: Wanted) => ({ ...wanted, name_key: foldName(wanted.name) })

const rows = namedRows({
  ...rowsOf('radius_agents'),
  entity: 'AGENTS',
  action: 'RADIUS_AGENT',
  missing: 'not_found',
  taken: { radius_agents_tenant_id_name_key_key: 'name_exists' },
  shown: ({ name, description, enabled }: StoredRadiusAgent) => ({ name, description, enabled }),
  present,
})

/** @throws not_found */
export const { read } = rows

export const listAll = async (ctx: Context) =>
  (await listByName(ctx, 'radius_agents', mostRadiusAgents)).map(present)

/** @throws name_exists, invalid_parameters when there are too many */
export const create = async (ctx: Context, wanted: Wanted) => {
  const ids = newIds(ctx)
  const { credential, hash } = newCredential(ctx, ids.id)
  const created = await rows.create(ctx, async (ctx) => {
    if (!(await hasRoom(ctx, 'radius_agents', mostRadiusAgents))) {
      throw new ApiError('invalid_parameters', {
        fields: [{ path: 'body.name', message: `there are ${mostRadiusAgents} already` }],
      })
    }
    return insertRow(ctx, 'radius_agents', {
      ...ids,
      ...columnsOf(wanted),
      credential_hash: hash,
      credential_created_at: ids.created_at,
    })
  })
  return { agent: created.value, credential }
}

/** @throws not_found, name_exists, precondition_failed */
export const change = (ctx: Context, id: string, wanted: Wanted) =>
  rows.change(ctx, id, (ctx) => updateRow(ctx, 'radius_agents', { id, ...columnsOf(wanted) }))

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
  rows.remove(ctx, id, async (ctx) => expectUnused(await namesOfServed(ctx, id)))

/** @throws not_found */
export const renewCredential = (ctx: Context, id: string) =>
  ctx.transaction(async (ctx) => {
    const before = foundOr('not_found')(await holdRow(ctx, 'radius_agents', id))
    const { credential, hash } = newCredential(ctx, id)
    const now = ctx.platform.clock.now()
    const to = {
      credential_hash: hash,
      credential_created_at: now,
      former_credential_hash: before.credential_hash,
      former_credential_until: new Date(now.getTime() + formerMillis),
    }
    const row = await updateRow(ctx, 'radius_agents', { id, ...to })
    rows.record(ctx, row, { event: 'CREDENTIAL_RENEWED' })
    return { agent: present(row), credential }
  })
