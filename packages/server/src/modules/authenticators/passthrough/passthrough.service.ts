import type { PassthroughChange } from '@signet/contract/authenticators/passthrough'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import { type Context, expectVersion } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { versioned } from '../../../kit/routes.ts'
import { foundOr } from '../../../kit/rows.ts'
import {
  countRows,
  findRow,
  holdRow,
  insertRow,
  newIds,
  removeRow,
  updateRow,
} from '../../../platform/db/row-sets.ts'
import {
  expectConnectorTarget,
  readConnectors,
  removeConnector,
  type ShownConnector,
  saveConnector,
} from '../../settings/http-connectors/index.ts'
import { changedJudge, changeVoucher, gained } from '../../settings/vouching/index.ts'
import * as repository from './passthrough.repository.ts'

type Wanted = z.output<typeof PassthroughChange>

const mostDefinitions = 50

export const connectorName = (id: string): string => `passthrough:${id}`

const present = (
  row: repository.StoredPassthrough,
  connectors: ReadonlyMap<string, ShownConnector>,
) => {
  const connector = connectors.get(connectorName(row.id))?.connector
  if (connector === undefined || connector === null) throw new ApiError('not_found')
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    enabled: row.enabled,
    groupIds: row.group_ids,
    connector,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

type Shown = ReturnType<typeof present>

const connectorsOf = (ctx: Context, rows: readonly repository.StoredPassthrough[]) =>
  readConnectors(
    ctx,
    rows.map(({ id }) => connectorName(id)),
  )

export const listAll = async (ctx: Context) => {
  const rows = await repository.list(ctx)
  const connectors = rows.length === 0 ? new Map() : await connectorsOf(ctx, rows)
  return rows.map((row) => present(row, connectors))
}

const orNotFound = foundOr('not_found')

/** @throws not_found */
export const read = async (ctx: Context, id: string) => {
  const row = orNotFound(await findRow(ctx, 'passthroughs', id))
  return versioned(present(row, await connectorsOf(ctx, [row])), row.version)
}

const refused = (path: string, message: string): ApiError =>
  new ApiError('invalid_parameters', { fields: [{ path: `body.${path}`, message }] })

/** @throws invalid_parameters for unknown groups and a target that must not be called */
const expectValid = async (ctx: Context, { connector, groupIds }: Wanted): Promise<void> => {
  await expectConnectorTarget(ctx, connector, 'connector')
  const groups = [...new Set(groupIds)]
  const known = await countRows(ctx, 'groups', groups)
  if (known < groups.length) throw refused('groupIds', 'is not known')
  await ctx.platform.secrets.ready(ctx.tenant.id)
}

const columnsOf = (ctx: Context, { name, description, enabled, groupIds }: Wanted) => ({
  name,
  description,
  enabled,
  group_ids: [...new Set(groupIds)],
  updated_at: ctx.platform.clock.now(),
})

/** @throws rights_not_held: whoever judges passwords could let in anybody who has none here */
const expectVouching = (
  ctx: Context,
  { id, name, before }: { id: string; name: string; before: Shown | null },
  wanted: Wanted,
): void => {
  if (!wanted.enabled) return
  const wasOff = before === null || !before.enabled
  const groups = [...new Set(wanted.groupIds)]
  const isWider =
    !wasOff &&
    before.groupIds.length > 0 &&
    (groups.length === 0 || gained(before.groupIds, groups).length > 0)
  const changed = changedJudge(before?.connector ?? null, wanted.connector)
  changeVoucher(ctx, {
    subject: { entity: 'SETTINGS', id, name },
    changed: [...(wasOff ? ['enabled'] : changed), ...(isWider ? ['groupIds'] : [])],
    users: null,
  })
}

/** @throws invalid_parameters, rights_not_held */
export const create = async (ctx: Context, wanted: Wanted) => {
  await expectValid(ctx, wanted)
  return ctx.transaction(async (ctx) => {
    if ((await repository.list(ctx)).length >= mostDefinitions) throw refused('name', 'too_many')
    const made = { ...newIds(ctx), ...columnsOf(ctx, wanted) }
    const { id } = made
    expectVouching(ctx, { id, name: wanted.name, before: null }, wanted)
    await insertRow(ctx, 'passthroughs', made)
    const name = connectorName(id)
    await saveConnector(ctx, { name, given: wanted.connector, path: 'connector' })
    const after = await read(ctx, id)
    const subject = { entity: 'SETTINGS', id, name: wanted.name }
    audit(ctx, 'PASSTHROUGH_CREATED', { subject, after: after.value })
    return after
  })
}

/** @throws not_found, precondition_failed, invalid_parameters, rights_not_held */
export const change = async (ctx: Context, id: string, wanted: Wanted) => {
  await expectValid(ctx, wanted)
  return ctx.transaction(async (ctx) => {
    const row = orNotFound(await holdRow(ctx, 'passthroughs', id))
    expectVersion(ctx, row.version)
    const before = await read(ctx, id)
    expectVouching(ctx, { id, name: wanted.name, before: before.value }, wanted)
    await updateRow(ctx, 'passthroughs', { id, ...columnsOf(ctx, wanted) })
    const name = connectorName(id)
    await saveConnector(ctx, { name, given: wanted.connector, path: 'connector' })
    const after = await read(ctx, id)
    audit(ctx, 'PASSTHROUGH_UPDATED', {
      subject: { entity: 'SETTINGS', id, name: wanted.name },
      before: before.value,
      after: after.value,
    })
    return after
  })
}

/** @throws not_found, precondition_failed */
export const remove = (ctx: Context, id: string): Promise<undefined> =>
  ctx.transaction(async (ctx) => {
    const row = orNotFound(await holdRow(ctx, 'passthroughs', id))
    expectVersion(ctx, row.version)
    const before = await read(ctx, id)
    await removeRow(ctx, 'passthroughs', id)
    await removeConnector(ctx, connectorName(id))
    const subject = { entity: 'SETTINGS', id, name: row.name }
    audit(ctx, 'PASSTHROUGH_DELETED', { subject, before: before.value })
    return undefined
  })
