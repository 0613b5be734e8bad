import {
  type announceCardReaders,
  type CardReader,
  mostSiteAgents,
  type NewSiteAgent,
  type SiteAgent,
} from '@signet/contract/issuance/site-agents'
import type { BodyOf } from '@signet/contract/kit/endpoint'
import { foldName } from '@signet/rules/text'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { hasRoom } from '../../../platform/db/limit-lock.ts'
import { noteRow } from '../../../platform/db/row-sets.ts'
import {
  agentOf,
  isDigestOf,
  newCredential,
  noteWrongCredential,
} from '../../applications/radius-agents/index.ts'
import {
  findAgent,
  insertAgent,
  listAgents,
  removeAgent,
  type StoredSiteAgent,
} from './site-agents.repository.ts'

/** Agents ask at least every 20 seconds. */
const onlineMillis = 45_000

export const isOnline = ({ platform }: Context, { last_seen_at }: StoredSiteAgent): boolean =>
  last_seen_at !== null && platform.clock.now().getTime() - last_seen_at.getTime() <= onlineMillis

const present = (ctx: Context, row: StoredSiteAgent): z.input<typeof SiteAgent> => ({
  id: row.id,
  name: row.name,
  createdAt: row.created_at,
  lastSeenAt: row.last_seen_at,
  isOnline: isOnline(ctx, row),
  version: row.software,
  readers: row.readers,
})

const subjectOf = ({ id, name }: StoredSiteAgent) => ({ entity: 'AGENTS', id, name })

export const list = async (ctx: Context) =>
  (await listAgents(ctx, mostSiteAgents)).map((row) => present(ctx, row))

export const listReaders = async (ctx: Context): Promise<z.input<typeof CardReader>[]> =>
  (await listAgents(ctx, mostSiteAgents)).flatMap((row) =>
    row.readers.map((reader) => ({
      ...reader,
      agentId: row.id,
      agentName: row.name,
      isOnline: isOnline(ctx, row),
    })),
  )

const expectRoom = async (ctx: Context): Promise<void> => {
  if (await hasRoom(ctx, 'site_agents', mostSiteAgents)) return
  throw new ApiError('invalid_parameters', {
    fields: [{ path: 'body.name', message: `there are ${mostSiteAgents} already` }],
  })
}

/** @throws name_exists, invalid_parameters when there are too many */
export const create = (ctx: Context, { name }: z.output<typeof NewSiteAgent>) =>
  ctx.transaction(async (ctx) => {
    await expectRoom(ctx)
    const id = ctx.platform.ids.uuid()
    const made = newCredential(ctx, id)
    const row = await insertAgent(ctx, {
      tenant_id: ctx.tenant.id,
      id,
      name,
      name_key: foldName(name),
      credential_hash: made.hash,
      created_at: ctx.platform.clock.now(),
    })
    if (row === undefined) throw new ApiError('name_exists')
    audit(ctx, 'SITE_AGENT_CREATED', { subject: subjectOf(row), after: { name } })
    return { agent: present(ctx, row), credential: made.credential }
  })

/** What it is at ends with it. @throws not_found */
export const remove = (ctx: Context, id: string): Promise<undefined> =>
  ctx.transaction(async (ctx) => {
    const row = await removeAgent(ctx, id)
    if (row === undefined) throw new ApiError('not_found')
    audit(ctx, 'SITE_AGENT_DELETED', { subject: subjectOf(row), before: { name: row.name } })
    return undefined
  })

/** The agent that this credential is of; read for each call. @throws access_denied, too_many_requests */
export const expectSiteAgent = async (
  ctx: Context,
  credential: string,
): Promise<StoredSiteAgent> => {
  const id = agentOf(credential)
  const row = id === undefined ? undefined : await findAgent(ctx, id)
  if (row === undefined || !isDigestOf(row.credential_hash, credential)) {
    await noteWrongCredential(ctx, 'SITE_AGENT', row)
    throw new ApiError('access_denied')
  }
  return row
}

/** @throws access_denied */
export const announce = async (
  ctx: Context,
  { credential, version, readers }: BodyOf<typeof announceCardReaders>,
): Promise<undefined> => {
  const { id } = await expectSiteAgent(ctx, credential)
  await noteRow(ctx, 'site_agents', {
    id,
    software: version,
    readers,
    last_seen_at: ctx.platform.clock.now(),
  })
  return undefined
}
