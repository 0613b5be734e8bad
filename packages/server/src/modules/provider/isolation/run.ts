import { sql } from 'kysely'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import type { Route } from '../../../kit/routes.ts'
import type { Platform } from '../../../platform/platform.ts'
import { version } from '../../../platform/version.ts'
import { Caller, type Dispatch, type Pace, Sender } from './caller.ts'
import { type Canary, readyCanaries, signOut } from './canaries.ts'
import { fill, removeCreated, type Side } from './fill.ts'
import { KnownIds } from './known-ids.ts'
import { probeHost } from './probe-hosts.ts'
import { probeBodies, probePaths } from './probe-ids.ts'
import { probeProtocols } from './probe-protocols.ts'
import { probeReads, readOwn } from './probe-reads.ts'
import { makeReport, type Report } from './report.ts'
import type { ExampleOf } from './requests.ts'
import { RowWatch } from './row-watch.ts'
import { changeRun, holdOpen, insertRun, lastDigest, type StoredRun } from './runs.repository.ts'
import { besideRefusals } from './table-parts.ts'
import { Tally } from './tally.ts'
import { RunEnded, type Walk } from './walk.ts'

export interface IsolationParts {
  /** All calls that the service declares. */
  readonly routes: readonly Route[]
  readonly exampleOf: ExampleOf
  readonly dispatch: Dispatch
  readonly pace: Pace
  /** Asked before each request: false ends the run. */
  readonly mayGoOn: () => Promise<boolean>
}

/** Fewer calls that show a tenant its own content would make a run that finds nothing worthless. */
const leastControls = 10

/** Collections whose IDs are of tenants. */
const tenantsAt = [
  'tenants',
  'subscribers',
  'serviceprovider/hostname',
  'serviceprovider/ratelimiting/tenants',
]

const sideOf = async (canary: Canary, sender: Sender): Promise<Side> => {
  const caller = new Caller(canary, sender)
  await caller.signIn()
  const ids = new KnownIds()
  for (const collection of tenantsAt) ids.add(collection, canary.ctx.tenant.id)
  return { caller, ids, created: [] }
}

const restMillis = 1000

const probeAll = async (walk: Walk, { pace }: IsolationParts): Promise<void> => {
  await walk.rows.begin(() => pace.wait(restMillis))
  await probeReads(walk)
  await probePaths(walk)
  await walk.rows.look('PATH_ID')
  await probeBodies(walk)
  await walk.rows.look('BODY_ID')
  await walk.rows.begin(() => pace.wait(restMillis), besideRefusals)
  await probeHost(walk, 'ANONYMOUS')
  await walk.rows.look('ANONYMOUS')
  await probeHost(walk, 'OTHER_HOST')
  await walk.rows.look('OTHER_HOST')
}

const walkAll = async (ctx: Context, parts: IsolationParts) => {
  const [first, second] = await readyCanaries(ctx)
  const sender = new Sender(parts.dispatch, parts.pace)
  const tally = new Tally()
  const [one, two] = [await sideOf(first, sender), await sideOf(second, sender)]
  const walk: Walk = { ...parts, sender, one, two, tally, rows: new RowWatch(second.ctx, tally) }
  const rest = () => walk.rows.begin(() => parts.pace.wait(restMillis))
  try {
    // First: what is created afterwards may decide who signs in to an application.
    await probeProtocols(walk, rest)
    await fill(one, parts)
    await fill(two, parts)
    const controls = await readOwn(walk)
    if (controls < leastControls) throw new RunEnded(`only ${controls} calls show own content`)
    await probeAll(walk, parts)
    return { controls, tally, probes: sender.requests }
  } finally {
    await removeCreated(one)
    await removeCreated(two)
    await signOut(first)
    await signOut(second)
  }
}

type Walked = Awaited<ReturnType<typeof walkAll>>

/** Keeps the report, and records what was found. */
const keep = (
  ctx: Context,
  run: StoredRun,
  { report, tally, ...counts }: Walked & { readonly report: Report; readonly calls: number },
): Promise<void> =>
  ctx.transaction(async (ctx) => {
    const { text, signed, digest } = report
    const { probes, calls } = counts
    const findings = tally.found.length
    const subject = { entity: 'TENANTS', id: run.id, name: run.id } as const
    const ended_at = ctx.platform.clock.now()
    const outcome = { calls, probes, findings, report: text, signed, digest }
    await changeRun(ctx, run.id, { state: 'COMPLETED', ended_at, ...outcome })
    audit(ctx, 'ISOLATION_RUN_COMPLETED', { subject, attributes: { digest, findings, probes } })
    if (findings === 0) return
    const named = [...new Set(tally.found.map(({ call }) => call ?? '?'))].slice(0, 20)
    audit(ctx, 'ISOLATION_BROKEN', { subject, attributes: { findings, calls: named } })
  })

const complete = async (ctx: Context, run: StoredRun, parts: IsolationParts): Promise<number> => {
  const { clock } = ctx.platform
  const startedAt = clock.now()
  const walked = await walkAll(ctx, parts)
  const { controls, tally, probes } = walked
  const calls = parts.routes.length
  const report = await makeReport(ctx, {
    run: run.id,
    provider: ctx.tenant.publicUrl,
    release: version,
    startedAt,
    endedAt: clock.now(),
    calls,
    probes,
    controls,
    totals: tally.totals(),
    findings: tally.found,
    leftOut: tally.leftOut(),
    previousDigest: await lastDigest(ctx),
  })
  await keep(ctx, run, { ...walked, report, calls })
  return tally.found.length
}

/** The run that waits, or one that is due. What a node left running is over: the next one is due by the schedule. */
const begin = (ctx: Context): Promise<StoredRun | null> =>
  ctx.transaction(async (ctx) => {
    const open = await holdOpen(ctx)
    const now = ctx.platform.clock.now()
    if (open?.state === 'RUNNING') {
      await changeRun(ctx, open.id, { state: 'FAILED', ended_at: now })
      return null
    }
    const run = open ?? (await insertRun(ctx, null))
    await changeRun(ctx, run.id, { state: 'RUNNING', started_at: now, release: version })
    return run
  })

/** Tests the isolation of tenants once, at this root provider. Returns how much it found. */
const runOnce = async (ctx: Context, parts: IsolationParts): Promise<number> => {
  const run = await begin(ctx)
  if (run === null) return 0
  try {
    return await complete(ctx, run, parts)
  } catch (error) {
    const ended_at = ctx.platform.clock.now()
    await changeRun(ctx, run.id, { state: 'FAILED', ended_at })
    ctx.log.warn({ err: error, runId: run.id }, 'a run of the isolation probes failed')
    return 0
  }
}

/** Runs what waits or is due, one after the other; any node may, one at a time does. */
export const runDueIsolation = async (
  platform: Platform,
  contextOf: (tenantId: string) => Promise<Context | null>,
  parts: IsolationParts,
): Promise<number> => {
  const { rows } = await sql<{ root_id: string }>`
    select * from due_isolation_runs(${platform.clock.now()}::timestamptz)`.execute(
    platform.database.system,
  )
  let findings = 0
  for (const { root_id: id } of rows) {
    const ctx = (await parts.mayGoOn()) ? await contextOf(id) : null
    if (ctx !== null) findings += await runOnce(ctx, parts)
  }
  return findings
}
