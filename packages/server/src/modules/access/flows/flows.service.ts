import {
  type AuthenticationFlow,
  type AuthenticationFlowChange,
  mostAuthenticationFlows,
} from '@signet/contract/access/authentication-flows'
import { foldName } from '@signet/rules/text'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import { type Context, expectVersion } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { versioned } from '../../../kit/routes.ts'
import { foundOr, unique } from '../../../kit/rows.ts'
import { removeRow, updateRow } from '../../../platform/db/row-sets.ts'
import { expectUnused } from '../definitions/index.ts'
import {
  clearDefault,
  type FoundFlow,
  findAcrIds,
  findFlow,
  insertFlows,
  listFlows,
  setAcrs,
} from './flows.repository.ts'
import { changing } from './published-flows.ts'

type Wanted = z.output<typeof AuthenticationFlowChange>

const present = (row: FoundFlow): z.input<typeof AuthenticationFlow> => ({
  id: row.id,
  name: row.name,
  description: row.description,
  system: row.system,
  method: row.method,
  ...stepsOf(row),
  acrs: [...row.acrs],
  default: row.is_default,
  updatedAt: row.updated_at,
  version: row.version,
})

const stepsOf = (row: FoundFlow) => ({
  outcome: row.outcome,
  loginType: row.login_type,
  firstFactors: row.first_factors,
  secondFactor: row.second_factor,
  secondFactors: row.second_factors,
  skipSecondFactor: row.skip_second_factor,
})

const columnsOf = (wanted: Wanted) => ({
  name: wanted.name,
  name_key: foldName(wanted.name),
  description: wanted.description === '' ? null : wanted.description,
  outcome: wanted.outcome,
  login_type: wanted.loginType,
  first_factors: wanted.firstFactors,
  second_factor: wanted.secondFactor,
  second_factors: wanted.secondFactors,
  skip_second_factor: wanted.skipSecondFactor,
})

const subjectOf = ({ id, name }: FoundFlow) => ({ entity: 'CONTEXTRULES', id, name })

const noted = (row: FoundFlow) => ({
  name: row.name,
  description: row.description,
  ...stepsOf(row),
  acrs: row.acrs.map(({ name }) => name),
  default: row.is_default,
})

const orNotFound = foundOr('authentication_flow_not_found')

/** @throws authentication_flow_not_found */
const found = async (ctx: Context, id: string): Promise<FoundFlow> =>
  orNotFound(await findFlow(ctx, id))

const forChange = async (ctx: Context, id: string): Promise<FoundFlow> => {
  const row = await found(ctx, id)
  expectVersion(ctx, row.version)
  return row
}

/** @throws acr_not_found */
const reaching = async (ctx: Context, acrIds: readonly string[]): Promise<readonly string[]> => {
  const wanted = [...new Set(acrIds)]
  const known = await findAcrIds(ctx, wanted)
  if (known.length < wanted.length) throw new ApiError('acr_not_found')
  return wanted
}

/** A flow that lets nobody in would close the console to everybody. @throws authentication_flow_default */
const expectFitDefault = (wanted: Wanted): void => {
  if (wanted.default && wanted.outcome === 'DENY') throw new ApiError('authentication_flow_default')
}

const refusingDuplicates = unique({
  authentication_flows_tenant_id_name_key_key: 'authentication_flow_exists',
})

export const list = async (ctx: Context) => (await listFlows(ctx)).map(present)

export const read = async (ctx: Context, id: string) => {
  const row = await found(ctx, id)
  return versioned(present(row), row.version)
}

const add = async (ctx: Context, wanted: Wanted) => {
  const all = await listFlows(ctx)
  if (all.length >= mostAuthenticationFlows) {
    throw new ApiError('authentication_flow_limit_reached')
  }
  expectFitDefault(wanted)
  const acrIds = await reaching(ctx, wanted.acrIds)
  if (wanted.default) await clearDefault(ctx)
  const id = ctx.platform.ids.uuid()
  const own = { id, system: false, method: null, is_default: wanted.default }
  await insertFlows(ctx, [{ ...columnsOf(wanted), ...own }])
  await setAcrs(ctx, id, acrIds)
  const row = await found(ctx, id)
  audit(ctx, 'AUTHENTICATION_FLOW_CREATED', { subject: subjectOf(row), after: noted(row) })
  return versioned(present(row), row.version)
}

/**
 * @throws authentication_flow_exists, authentication_flow_limit_reached, authentication_flow_default,
 *   acr_not_found
 */
export const create = (ctx: Context, wanted: Wanted) =>
  refusingDuplicates(() => changing(ctx, (ctx) => add(ctx, wanted)))

/** Of what came with the service, the steps and the name stay. @throws authentication_flow_system */
const expectOwn = (row: FoundFlow, wanted: Wanted): void => {
  if (!row.system) return
  const kept = columnsOf({ ...wanted, ...present(row) })
  const isSame = JSON.stringify(columnsOf(wanted)) === JSON.stringify(kept)
  if (!isSame) throw new ApiError('authentication_flow_system')
}

const put = async (ctx: Context, id: string, wanted: Wanted) => {
  const before = await forChange(ctx, id)
  expectOwn(before, wanted)
  expectFitDefault(wanted)
  if (before.is_default && !wanted.default) throw new ApiError('authentication_flow_default')
  const acrIds = await reaching(ctx, wanted.acrIds)
  if (wanted.default && !before.is_default) await clearDefault(ctx)
  await updateRow(ctx, 'authentication_flows', {
    id,
    ...columnsOf(wanted),
    is_default: wanted.default,
    updated_at: ctx.platform.clock.now(),
  })
  await setAcrs(ctx, id, acrIds)
  const row = await found(ctx, id)
  audit(ctx, 'AUTHENTICATION_FLOW_UPDATED', {
    subject: subjectOf(row),
    before: noted(before),
    after: noted(row),
  })
  return versioned(present(row), row.version)
}

/**
 * @throws as `create`, and authentication_flow_not_found, authentication_flow_system,
 *   precondition_failed
 */
export const change = (ctx: Context, id: string, wanted: Wanted) =>
  refusingDuplicates(() => changing(ctx, (ctx) => put(ctx, id, wanted)))

/**
 * @throws authentication_flow_not_found, authentication_flow_system, authentication_flow_default,
 *   used_by_rule
 */
export const remove = (ctx: Context, id: string): Promise<undefined> =>
  changing(ctx, async (ctx) => {
    const row = await forChange(ctx, id)
    if (row.system) throw new ApiError('authentication_flow_system')
    if (row.is_default) throw new ApiError('authentication_flow_default')
    await expectUnused(ctx, id, ['RESOURCE_RULE'])
    await removeRow(ctx, 'authentication_flows', id)
    audit(ctx, 'AUTHENTICATION_FLOW_DELETED', { subject: subjectOf(row), before: noted(row) })
    return undefined
  })
