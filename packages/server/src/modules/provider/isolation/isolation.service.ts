import {
  IsolationFinding,
  IsolationOmissions,
  IsolationRun,
  type IsolationRunDetails,
  type IsolationSettings,
  IsolationTotals,
  type listIsolationRuns,
} from '@signet/contract/provider/isolation'
import { isolationHours } from '@signet/rules/isolation'
import { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import { actorName, type Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { keysetList } from '../../../kit/lists.ts'
import { Streamed } from '../../../kit/routes.ts'
import { foundOr } from '../../../kit/rows.ts'
import { fieldsOf } from '../../../platform/db/wire-fields.ts'
import { readTenant } from '../../tenancy/tenants/index.ts'
import { changeRun, holdOpen, insertRun, runsOf, type StoredRun } from './runs.repository.ts'
import { keepSettings, readStored } from './settings.repository.ts'

const orNotFound = foundOr('not_found')

/** All tenants are the root provider's responsibility, and no other's. @throws access_denied */
const expectRoot = async (ctx: Context): Promise<void> => {
  const { is_provider: isProvider, parent_tenant_id: parent } = await readTenant(ctx)
  if (!isProvider || parent !== null) throw new ApiError('access_denied')
}

const settingsOf = async (ctx: Context): Promise<z.output<typeof IsolationSettings>> => {
  const stored = await readStored(ctx)
  return {
    enabled: stored?.enabled ?? false,
    intervalHours: stored?.interval_hours ?? isolationHours.usual,
  }
}

/** @throws access_denied */
export const readSettings = async (ctx: Context) => {
  await expectRoot(ctx)
  return settingsOf(ctx)
}

/** @throws access_denied */
export const updateSettings = async (
  ctx: Context,
  settings: z.output<typeof IsolationSettings>,
): Promise<z.output<typeof IsolationSettings>> => {
  await expectRoot(ctx)
  return ctx.transaction(async (ctx) => {
    const before = await settingsOf(ctx)
    await keepSettings(ctx, settings)
    const { id, companyName: name } = ctx.tenant
    audit(ctx, 'ISOLATION_SETTINGS_UPDATED', {
      subject: { entity: 'TENANTS', id, name },
      before,
      after: settings,
    })
    return settings
  })
}

const present = fieldsOf(IsolationRun)

/** While a run waits or goes on, it is that one; one that is planned for later begins now. @throws access_denied */
export const start = async (ctx: Context): Promise<z.input<typeof IsolationRun>> => {
  await expectRoot(ctx)
  return ctx.transaction(async (ctx) => {
    const open = await holdOpen(ctx)
    const now = ctx.platform.clock.now()
    if (open !== undefined && open.requested_at <= now) return present(open)
    if (open !== undefined) await changeRun(ctx, open.id, { requested_at: now })
    const run =
      open === undefined ? await insertRun(ctx, actorName(ctx)) : { ...open, requested_at: now }
    audit(ctx, 'ISOLATION_RUN_REQUESTED', {
      subject: { entity: 'TENANTS', id: run.id, name: run.id },
    })
    return present(run)
  })
}

const page = keysetList({
  name: 'isolation-runs',
  keys: [['id', 'uuid']],
  descending: true,
  rows: (ctx: Context, _wanted: z.output<typeof listIsolationRuns.body>) => runsOf(ctx),
  present: (_ctx, rows: readonly StoredRun[]) => rows.map(present),
})

/** @throws access_denied */
export const list = async (ctx: Context, wanted: z.output<typeof listIsolationRuns.body>) => {
  await expectRoot(ctx)
  return page(ctx, wanted)
}

const Told = z.object({
  controls: z.int(),
  totals: z.array(IsolationTotals),
  findings: z.array(IsolationFinding),
  leftOut: z.array(IsolationOmissions),
  previousDigest: z.string().nullable(),
})

const untold: z.output<typeof Told> = {
  controls: 0,
  totals: [],
  findings: [],
  leftOut: [],
  previousDigest: null,
}

/** @throws access_denied, not_found */
const readRow = async (ctx: Context, id: string): Promise<StoredRun> => {
  await expectRoot(ctx)
  return orNotFound(await runsOf(ctx).where('id', '=', id).executeTakeFirst())
}

/** @throws access_denied, not_found */
export const read = async (
  ctx: Context,
  id: string,
): Promise<z.input<typeof IsolationRunDetails>> => {
  const row = await readRow(ctx, id)
  const told = row.report === null ? untold : Told.parse(JSON.parse(row.report))
  const { findings: found, ...rest } = told
  return { ...present(row), ...rest, found, digest: row.digest }
}

/** @throws access_denied, not_found also until the run is completed */
export const download = async (ctx: Context, id: string): Promise<Streamed> => {
  const { signed } = await readRow(ctx, id)
  return new Streamed(`isolation-${id}.jws`, [orNotFound(signed ?? undefined)])
}
