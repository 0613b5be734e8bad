import { type AlertStanding, findingOf, stepAlert } from '@signet/rules/printer-alerts'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { settings } from '../../settings/families/index.ts'
import { listWatched } from '../printers/index.ts'
import { listAlerts, type StoredAlert } from './alerts.repository.ts'
import { mailAlerts, type ToldAlert } from './mails.ts'
import * as repository from './standings.repository.ts'

type Standing = Omit<repository.StoredStanding, 'tenant_id'>

/** An alert and a printer that it is about, with how it stood. */
interface Pair {
  readonly alert: StoredAlert
  readonly printer: Awaited<ReturnType<typeof listWatched>>[number]
  readonly before: Standing | undefined
}

interface Judged {
  /** Null where nothing changed. */
  readonly after: Standing | null
  readonly told: ToldAlert | null
}

const minute = 60_000
/** Printers may tell of many supplies. */
const mostDetail = 120

const standingOf = ({ before }: Pair, now: Date): AlertStanding =>
  before === undefined
    ? { phase: 'QUIET', at: now, endedAt: null }
    : { phase: before.phase, at: before.at, endedAt: before.over_at }

const judge = (pair: Pair, now: Date, pauseMinutes: number): Judged => {
  const { alert, printer, before } = pair
  const former = standingOf(pair, now)
  const { holds, detail: seen } = findingOf(printer, {
    condition: alert.condition,
    level: alert.level ?? printer.low_level,
    isStanding: former.phase === 'STANDING' || former.phase === 'ENDING',
  })
  const { standing, told } = stepAlert(former, holds, {
    now,
    settleMillis: alert.settle_minutes * minute,
    pauseMillis: pauseMinutes * minute,
  })
  if (standing === former) return { after: null, told: null }
  const isNew = told === 'RAISED' || before === undefined
  const detail = isNew ? seen.slice(0, mostDetail) : before.detail
  const after = {
    alert_id: alert.id,
    printer_id: printer.id,
    phase: standing.phase,
    at: standing.at,
    told_at: told === 'RAISED' ? now : (before?.told_at ?? null),
    over_at: standing.endedAt,
    detail,
  }
  return { after, told: told === null ? null : { alert, printer, detail, told } }
}

const pairsOf = async (ctx: Context, alerts: readonly StoredAlert[]): Promise<readonly Pair[]> => {
  const printers = await listWatched(ctx)
  const before = new Map(
    (await repository.listStandings(ctx)).map((row) => [`${row.alert_id} ${row.printer_id}`, row]),
  )
  return alerts.flatMap((alert) =>
    printers
      .filter(({ id }) => alert.printer_ids?.includes(id) ?? true)
      .map((printer) => ({
        alert,
        printer,
        before: before.get(`${alert.id} ${printer.id}`),
      })),
  )
}

const note = (ctx: Context, { alert, printer, detail, told }: ToldAlert): void =>
  audit(ctx, told === 'RAISED' ? 'PRINTER_ALERT_RAISED' : 'PRINTER_ALERT_ENDED', {
    subject: { entity: 'PRINTERS', id: printer.id, name: printer.name },
    attributes: { alert: alert.name, condition: alert.condition, detail },
  })

/** Judges all printers of a tenant, so that what happens to many of them is one mail. */
const judgeTenant = (ctx: Context): Promise<void> =>
  ctx.transaction(async (ctx) => {
    await repository.lockWatch(ctx)
    const { enabled, pauseMinutes, recipients, tellsRecovery } = await settings.fmaasAlerts(ctx)
    if (!enabled) return repository.forgetStandings(ctx, null)
    const alerts = (await listAlerts(ctx)).filter((alert) => alert.enabled)
    const now = ctx.platform.clock.now()
    const judged = (await pairsOf(ctx, alerts)).map((pair) => judge(pair, now, pauseMinutes))
    await repository.putStandings(
      ctx,
      judged.flatMap(({ after }) => after ?? []),
    )
    const told = judged.flatMap((each) => each.told ?? [])
    for (const each of told) note(ctx, each)
    await mailAlerts(ctx, { recipients, tellsRecovery }, told)
  })

const mostAtOnce = 100

/** Judges the printers of every tenant whose turn it is; `contextOf` opens one that has not ended. */
export const judgePrinters = async (
  platform: Context['platform'],
  contextOf: (tenantId: string) => Promise<Context | null>,
): Promise<void> => {
  for (const tenantId of await repository.claimWatches(platform, mostAtOnce)) {
    try {
      const ctx = await contextOf(tenantId)
      if (ctx === null || ctx.tenant.locked) continue
      await platform.secrets.ready(tenantId)
      await judgeTenant(ctx)
    } catch (error) {
      // One tenant's trouble holds up no other.
      platform.log.warn({ err: error, tenantId }, 'printers could not be judged')
    }
  }
}
