import { Passthrough, type PassthroughChange } from '@signet/contract/authenticators/passthrough'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { namedRows } from '../../../kit/named-rows.ts'
import {
  countRows,
  findRow,
  holdRow,
  insertRow,
  newIds,
  removeRow,
  updateRow,
} from '../../../platform/db/row-sets.ts'
import { fieldsOf } from '../../../platform/db/wire-fields.ts'
import {
  expectConnectorTarget,
  readConnectors,
  removeConnector,
  type ShownConnector,
  saveConnector,
} from '../../settings/http-connectors/index.ts'
import { changedJudge, changeVoucher, gained } from '../../settings/vouching/index.ts'
import * as repository from './passthrough.repository.ts'

type Stored = repository.StoredPassthrough
type Wanted = z.output<typeof PassthroughChange>

const mostDefinitions = 50

export const connectorName = (id: string): string => `passthrough:${id}`

interface Connected extends Stored {
  readonly connector: NonNullable<ShownConnector['connector']>
}

const connected = async (ctx: Context, rows: readonly Stored[]): Promise<Connected[]> => {
  if (rows.length === 0) return []
  const names = rows.map(({ id }) => connectorName(id))
  const connectors = await readConnectors(ctx, names)
  return rows.map((row) => {
    const connector = connectors.get(connectorName(row.id))?.connector ?? null
    if (connector === null) throw new ApiError('not_found')
    return { ...row, connector }
  })
}

const connectedOne = async (ctx: Context, row: Stored | undefined) =>
  (await connected(ctx, row === undefined ? [] : [row]))[0]

const present = fieldsOf(Passthrough)

const rows = namedRows({
  entity: 'SETTINGS',
  action: 'PASSTHROUGH',
  missing: 'not_found',
  taken: {},
  find: async (ctx: Context, id: string) =>
    connectedOne(ctx, await findRow(ctx, 'passthroughs', id)),
  hold: async (ctx: Context, id: string) =>
    connectedOne(ctx, await holdRow(ctx, 'passthroughs', id)),
  remove: async (ctx, id) => {
    await removeRow(ctx, 'passthroughs', id)
    await removeConnector(ctx, connectorName(id))
  },
  shown: present,
  present,
})

export const listAll = async (ctx: Context) =>
  (await connected(ctx, await repository.list(ctx))).map(present)

/** @throws not_found, of a removal precondition_failed, too */
export const { read, remove } = rows

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
  { id, name, before }: { id: string; name: string; before: Connected | null },
  wanted: Wanted,
): void => {
  if (!wanted.enabled) return
  const wasOff = before === null || !before.enabled
  const groups = [...new Set(wanted.groupIds)]
  const isWider =
    !wasOff &&
    before.group_ids.length > 0 &&
    (groups.length === 0 || gained(before.group_ids, groups).length > 0)
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
  return rows.create(ctx, async (ctx) => {
    if ((await repository.list(ctx)).length >= mostDefinitions) throw refused('name', 'too_many')
    const made = { ...newIds(ctx), ...columnsOf(ctx, wanted) }
    const { id } = made
    expectVouching(ctx, { id, name: wanted.name, before: null }, wanted)
    await insertRow(ctx, 'passthroughs', made)
    const name = connectorName(id)
    await saveConnector(ctx, { name, given: wanted.connector, path: 'connector' })
    return rows.find(ctx, id)
  })
}

/** @throws not_found, precondition_failed, invalid_parameters, rights_not_held */
export const change = async (ctx: Context, id: string, wanted: Wanted) => {
  await expectValid(ctx, wanted)
  return rows.change(ctx, id, async (ctx, before) => {
    expectVouching(ctx, { id, name: wanted.name, before }, wanted)
    await updateRow(ctx, 'passthroughs', { id, ...columnsOf(ctx, wanted) })
    const name = connectorName(id)
    await saveConnector(ctx, { name, given: wanted.connector, path: 'connector' })
    return rows.find(ctx, id)
  })
}
