import type { AnswerOf } from '@signet/contract/kit/endpoint'
import type { listAlerts, ReportRange } from '@signet/contract/operations/reports'
import { alertSeverities, alertTypes, isAlertAboutPeople } from '@signet/rules/alerts'
import { entitlementNotices } from '@signet/rules/entitlements'
import { may } from '@signet/rules/permissions'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { readEntitlementInfo } from '../../tenancy/entitlements/index.ts'
import { type CountedAlert, countAlerts } from './alerts.repository.ts'
import { rangeOf } from './report-range.ts'

type Answer = AnswerOf<typeof listAlerts>
type Alert = Answer['results'][number]

const isCounted = (type: (typeof alertTypes)[number]): type is CountedAlert =>
  type !== 'ENTITLEMENT'

const maySeeEntitlements = ({ actor }: Context): boolean =>
  actor.kind === 'system' ||
  (actor.kind !== 'anonymous' && may(actor.permissions, ['ENTITLEMENTS', 'VIEW']))

/** Contracts and allotments that run out, for those who may see them. */
const entitlementAlerts = async (ctx: Context): Promise<readonly Alert[]> => {
  if (!maySeeEntitlements(ctx)) return []
  const { entitlements } = await readEntitlementInfo(ctx)
  const facts = entitlements.map(({ endDate, ...each }) => ({
    ...each,
    endDate: endDate === null ? null : new Date(endDate).toISOString(),
  }))
  const notices = entitlementNotices(facts, ctx.platform.clock.now())
  if (notices.length === 0) return []
  const severity = notices.some(({ level }) => level === 'ERROR') ? 'ERROR' : 'WARNING'
  return [{ type: 'ENTITLEMENT', severity, count: notices.length, lastTime: null }]
}

const place = ({ severity, type }: Alert): number =>
  (severity === 'ERROR' ? 0 : alertTypes.length) + alertTypes.indexOf(type)

/** Errors first, in the order in which the types are named. */
export const alerts = async (
  ctx: Context,
  range: z.output<typeof ReportRange>,
): Promise<Answer> => {
  const wanted = { ...rangeOf(ctx, range), now: ctx.platform.clock.now() }
  const seesAll = wanted.groups === null
  const types = alertTypes.filter((type) => seesAll || isAlertAboutPeople(type)).filter(isCounted)
  const counted = (await countAlerts(ctx.db, types, wanted)).map(
    ({ type, count, last: lastTime }) => ({
      type,
      severity: alertSeverities[type],
      count,
      lastTime,
    }),
  )
  const bought = seesAll ? await entitlementAlerts(ctx) : []
  const results = [...counted, ...bought].toSorted((one, other) => place(one) - place(other))
  return { total: results.reduce((sum, { count }) => sum + count, 0), results }
}
