import type { EntityType } from '@signet/rules/permissions'
import { type RejectionDoor, type RejectionReason, rejectionTexts } from '@signet/rules/rejections'
import type { PendingEvent } from '../../../kit/audit-entry.ts'
import { auditStatements } from '../../../kit/audit-rows.ts'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { callerAt } from '../../../kit/limits.ts'
import { alarmAt } from '../../../platform/credential-failures.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { RejectionCount } from '../../../platform/rejection-meter.ts'

export interface Rejection {
  readonly door: RejectionDoor
  readonly reason: RejectionReason
  /** The application that the request was for, where it is one of this tenant's. */
  readonly application?: { readonly id: string; readonly name: string }
  /** What went wrong exactly, in the words of the protocol. */
  readonly detail?: string
  /** What the request asked for: a redirect URI, an entity ID. Never a secret, a code or a token. */
  readonly asked?: Readonly<Record<string, string | undefined>>
  /** What is registered instead, as far as the reason is about it. */
  readonly registered?: Readonly<Record<string, string | readonly string[] | undefined>>
  /** Where it came from when that is not the address of the request: a RADIUS client. */
  readonly source?: string
}

const longest = 500
const mostValues = 10

/** Text of others as it is kept: cut, without control characters. */
const kept = (text: string): string => text.slice(0, longest).replaceAll(/\p{Cc}/gu, ' ')

const asKept = (value: string | readonly string[] | undefined) =>
  typeof value === 'object' ? value.slice(0, mostValues).map(kept) : value && kept(value)

const valuesOf = (values: Rejection['registered']) =>
  values &&
  Object.fromEntries(
    Object.entries(values)
      .slice(0, mostValues)
      .map(([name, value]) => [name, asKept(value)]),
  )

const subjectOf = (application: Rejection['application']) =>
  application && { subject: { entity: 'APPLICATIONS', ...application } }

const eventOf = ({ platform }: Context, rejection: Rejection): PendingEvent => {
  const { door, reason, application, detail, asked, registered, source } = rejection
  return {
    id: platform.ids.uuid(),
    at: platform.clock.now(),
    action: 'REQUEST_REJECTED',
    outcome: 'DENIED',
    ...subjectOf(application),
    attributes: {
      door,
      reason,
      text: rejectionTexts[reason],
      detail: detail && kept(detail),
      asked: valuesOf(asked),
      registered: valuesOf(registered),
      source: source && kept(source),
    },
  }
}

/**
 * The event of a rejected request; null when it is only counted. For doors that write their events
 * with a request of their own.
 */
export const rejectionEvent = (ctx: Context, rejection: Rejection): PendingEvent | null => {
  const isSingle = ctx.platform.rejections.take({
    tenantId: ctx.tenant.id,
    kind: rejection,
    source: rejection.source ?? callerAt(ctx.request.address),
  })
  return isSingle ? eventOf(ctx, rejection) : null
}

/**
 * Writes a rejected request to the audit log: the first five of a kind and source in a minute
 * singly, the rest as one counted event when the minute is over. A log that cannot be written does
 * not change the answer.
 */
export const recordRejection = async (ctx: Context, rejection: Rejection): Promise<void> => {
  const event = rejectionEvent(ctx, rejection)
  if (event === null) return
  try {
    await ctx.platform.database.flush(ctx.tenant.id, auditStatements(ctx, [event]))
  } catch (error) {
    ctx.log.warn(
      { err: error, door: rejection.door, reason: rejection.reason },
      'rejection not recorded',
    )
  }
}

/** A program that proves who it is: an application or an agent. */
interface Program {
  readonly entity: EntityType
  readonly id: string
  readonly name: string
}

const alarmOf = ({ platform }: Context, program: Program | undefined): PendingEvent => ({
  id: platform.ids.uuid(),
  at: platform.clock.now(),
  action: 'APPLICATION_AUTHENTICATION_ALARM',
  outcome: 'DENIED',
  subject: program ?? { entity: 'APPLICATIONS', id: '', name: '' },
  attributes: { failures: alarmAt, minutes: 10 },
})

/**
 * Counts a failed authentication of a program, undefined for one that does not exist. `retryAfter`:
 * seconds, when it is one too many; `alarm`: the event to write, when people should look.
 */
export const countFailure = (ctx: Context, program: Program | undefined) => {
  const { retryAfter, isAlarm } = ctx.platform.credentialFailures.note({
    tenantId: ctx.tenant.id,
    source: callerAt(ctx.request.address),
    id: program?.id ?? null,
  })
  return { retryAfter, alarm: isAlarm ? alarmOf(ctx, program) : null }
}

/**
 * Writes that a program failed to prove who it is. The right secret is never counted, so no one is
 * locked out.
 * @throws too_many_requests once its address has failed too often
 */
export const rejectCredential = async (
  ctx: Context,
  rejection: Omit<Rejection, 'application'>,
  program?: Program,
): Promise<void> => {
  const { retryAfter, alarm } = countFailure(ctx, program)
  const isApplication = program?.entity === 'APPLICATIONS'
  await recordRejection(ctx, {
    ...rejection,
    ...(isApplication ? { application: { id: program.id, name: program.name } } : {}),
    reason: retryAfter === null ? rejection.reason : 'TOO_MANY_FAILED_ATTEMPTS',
  })
  if (alarm !== null) {
    await ctx.platform.database.flush(ctx.tenant.id, auditStatements(ctx, [alarm]))
  }
  if (retryAfter === null) return
  throw new ApiError('too_many_requests', { headers: { 'Retry-After': String(retryAfter) } })
}

const byTenant = ({ tenantId }: RejectionCount): string => tenantId

const textOf = (reason: string): string =>
  new Map<string, string>(Object.entries(rejectionTexts)).get(reason) ?? ''

const countEvent = ({ platform }: Context, counted: RejectionCount): PendingEvent => {
  const { kind, count, from, addresses } = counted
  return {
    id: platform.ids.uuid(),
    at: platform.clock.now(),
    action: 'REQUEST_REJECTED',
    outcome: 'DENIED',
    ...subjectOf(kind?.application),
    attributes: {
      door: kind?.door,
      reason: kind?.reason ?? 'MORE_KINDS',
      text: kind === null ? 'Further kinds of rejected requests.' : textOf(kind.reason),
      count,
      from: from.toISOString(),
      addresses,
    },
  }
}

/** Writes what was only counted, in one statement for each tenant that has something. */
export const writeRejectionCounts = async (
  platform: Platform,
  contextOf: (tenantId: string) => Promise<Context | null>,
  which: 'ended' | 'all',
): Promise<void> => {
  for (const [tenantId, counts] of Map.groupBy(platform.rejections.drain(which), byTenant)) {
    const ctx = await contextOf(tenantId)
    if (ctx === null) continue
    const events = counts.map((counted) => countEvent(ctx, counted))
    await platform.database.flush(tenantId, auditStatements(ctx, events))
  }
}
