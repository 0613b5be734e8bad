import {
  mostRiskEngines,
  type RiskEngineChange,
  RiskEngineDefinition,
} from '@signet/contract/access/risk-engines'
import type { riskEngineStates } from '@signet/rules/risk/engines'
import { foldName } from '@signet/rules/text'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import { type Context, expectVersion } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { versioned } from '../../../kit/routes.ts'
import { removeRow } from '../../../platform/db/row-sets.ts'
import {
  expectConnectorTarget,
  readConnectors,
  removeConnector,
  type ShownConnector,
  saveConnector,
} from '../../settings/http-connectors/index.ts'
import {
  definitionRows,
  expectUnused,
  faultAt,
  orNotFound,
  publishing,
  refusingDuplicates,
} from '../definitions/index.ts'

type Wanted = z.output<typeof RiskEngineChange>
type Definition = z.output<typeof RiskEngineDefinition>
type State = (typeof riskEngineStates)[number]
type Stored = Awaited<ReturnType<typeof definitionRows.list>>[number]

const kind = 'RISK_ENGINE'

export const connectorName = (id: string): string => `risk-engine:${id}`

const present = (row: Stored, connectors: ReadonlyMap<string, ShownConnector>) => {
  const connector = connectors.get(connectorName(row.id))?.connector
  if (connector === undefined || connector === null) throw new ApiError('not_found')
  const { id, name, definition, updated_at } = row
  return {
    ...RiskEngineDefinition.parse(definition),
    id,
    name,
    connector,
    updatedAt: updated_at,
  }
}

const connectorsOf = (ctx: Context, rows: readonly Stored[]) =>
  readConnectors(
    ctx,
    rows.map(({ id }) => connectorName(id)),
  )

export const listAll = async (ctx: Context) => {
  const rows = await definitionRows.list(ctx, kind)
  const connectors = rows.length === 0 ? new Map() : await connectorsOf(ctx, rows)
  return rows.map((row) => present(row, connectors))
}

/** @throws not_found */
export const read = async (ctx: Context, id: string) => {
  const row = orNotFound(await definitionRows.find(ctx, kind, id))
  return versioned(present(row, await connectorsOf(ctx, [row])), row.version)
}

const columnsOf = (name: string, definition: Definition) => ({
  name,
  name_key: foldName(name),
  definition,
})

const subjectOf = (id: string, name: string) => ({ entity: 'SETTINGS', id, name })

/** Saves the definition as wanted, its connector too, and tells of it. */
const saving = async (ctx: Context, row: Stored, wanted: Wanted) => {
  const { name, connector, ...rest } = wanted
  const { state } = RiskEngineDefinition.parse(row.definition)
  const before = (await read(ctx, row.id)).value
  await definitionRows.update(ctx, row.id, columnsOf(name, { ...rest, state }))
  await saveConnector(ctx, { name: connectorName(row.id), given: connector, path: 'connector' })
  const after = await read(ctx, row.id)
  const subject = subjectOf(row.id, name)
  audit(ctx, 'RISK_ENGINE_UPDATED', { subject, before, after: after.value })
  return after
}

/** @throws name_exists, invalid_parameters */
export const create = async (ctx: Context, wanted: Wanted) => {
  await expectConnectorTarget(ctx, wanted.connector, 'connector')
  await ctx.platform.secrets.ready(ctx.tenant.id)
  return refusingDuplicates(() =>
    publishing(ctx, kind, async (ctx) => {
      const count = (await definitionRows.list(ctx, kind)).length
      if (count >= mostRiskEngines) throw faultAt('name', 'too_many')
      const id = ctx.platform.ids.uuid()
      const { name, connector, ...rest } = wanted
      const columns = columnsOf(name, { ...rest, state: 'ENABLED' })
      await definitionRows.insert(ctx, { id, kind, ...columns })
      await saveConnector(ctx, { name: connectorName(id), given: connector, path: 'connector' })
      const made = await read(ctx, id)
      audit(ctx, 'RISK_ENGINE_CREATED', { subject: subjectOf(id, name), after: made.value })
      return made
    }),
  )
}

/** The row for a change, held until the transaction ends. @throws not_found, precondition_failed */
const held = async (ctx: Context, id: string): Promise<Stored> => {
  const row = orNotFound(await definitionRows.findForChange(ctx, kind, id))
  expectVersion(ctx, row.version)
  return row
}

/** @throws not_found, name_exists, precondition_failed, invalid_parameters */
export const change = async (ctx: Context, id: string, wanted: Wanted) => {
  await expectConnectorTarget(ctx, wanted.connector, 'connector')
  await ctx.platform.secrets.ready(ctx.tenant.id)
  return refusingDuplicates(() =>
    publishing(ctx, kind, async (ctx) => saving(ctx, await held(ctx, id), wanted)),
  )
}

/** @throws not_found, precondition_failed */
export const changeState = (ctx: Context, id: string, state: State) =>
  publishing(ctx, kind, async (ctx) => {
    const row = await held(ctx, id)
    const before = (await read(ctx, id)).value
    const definition = { ...RiskEngineDefinition.parse(row.definition), state }
    await definitionRows.update(ctx, id, columnsOf(row.name, definition))
    const after = await read(ctx, id)
    const subject = subjectOf(id, row.name)
    audit(ctx, 'RISK_ENGINE_UPDATED', { subject, before, after: after.value })
    return after
  })

/** @throws not_found, precondition_failed, used_by_rule */
export const remove = (ctx: Context, id: string): Promise<undefined> =>
  publishing(ctx, kind, async (ctx) => {
    const row = await held(ctx, id)
    await expectUnused(ctx, id, ['RESOURCE_RULE'])
    const before = (await read(ctx, id)).value
    await removeRow(ctx, 'access_definitions', id)
    await removeConnector(ctx, connectorName(id))
    audit(ctx, 'RISK_ENGINE_DELETED', { subject: subjectOf(id, row.name), before })
    return undefined
  })
