import type { PushDetails } from '@signet/contract/authenticators/soft-tokens'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { settings } from '../../settings/families/index.ts'
import { agentName } from './agent-name.ts'
import { askedFrom } from './asked-from.ts'
import { lockReachable } from './devices.repository.ts'
import { join, wake } from './push-waiting.ts'
import {
  findPushOf,
  insertPush,
  listNewest,
  notePauseNotified,
  replaceWaiting,
  type StoredPush,
} from './pushes.repository.ts'

/** So many pushes that nobody approves stop the next for a while: asking again is an attack. */
const unansweredLimit = 3
const pauseMillis = 10 * 60_000

interface PushQuestion {
  readonly userId: string
  readonly transactionId: string
  readonly application: string | null
  readonly purpose: z.output<typeof PushDetails>['purpose']
  /** CALL: the number that both read to each other; nobody types one. */
  readonly spoken?: string
  /** Nothing was proven before: the number is shown whatever the tenant has set. */
  readonly comesFirst?: true
}

export const hmacOfNumber = (ctx: Context, id: string, number: string): Promise<Buffer> =>
  ctx.platform.secrets.hmac(ctx.tenant.id, `push:${id}`, number)

interface Pause {
  readonly until: Date
  /** The one that began it. */
  readonly last: StoredPush
}

/** Why nothing more is sent for a while; null when pushes may be. */
const pauseAfter = (ctx: Context, newest: readonly StoredPush[]): Pause | null => {
  const [last] = newest
  const isStreak =
    newest.length === unansweredLimit && newest.every(({ state }) => state !== 'APPROVED')
  if (last === undefined || !(isStreak || last.state === 'CONCERN')) return null
  const until = new Date(last.created_at.getTime() + pauseMillis)
  return until > ctx.platform.clock.now() ? { until, last } : null
}

/**
 * The user is notified once for each pause: another may have caused it, and other ways stay open.
 * An owner who reported a request knows of the pause.
 */
const notifyOfPause = async (ctx: Context, userId: string, { last }: Pause): Promise<void> => {
  if (last.pause_notified_at !== null || last.state === 'CONCERN') return
  await notePauseNotified(ctx, last.id)
  audit(ctx, 'PUSHES_PAUSED', {
    subject: { entity: 'USERS', id: userId },
    attributes: { askedFrom: askedFrom(last) },
    outcome: 'DENIED',
  })
}

const paused = (ctx: Context, { until }: Pause): ApiError => {
  const seconds = Math.ceil((until.getTime() - ctx.platform.clock.now().getTime()) / 1000)
  return new ApiError('push_paused', { headers: { 'Retry-After': String(seconds) } })
}

type Details = z.output<typeof PushDetails>

/** Who asks: the browser of the person, or somebody who speaks with them. */
const askerOf = async (
  ctx: Context,
  { purpose, spoken }: PushQuestion,
): Promise<Pick<Details, 'address' | 'browser' | 'agent' | 'number'>> => {
  const { address, userAgent } = ctx.request
  if (purpose !== 'VERIFY' && purpose !== 'CALL') {
    return { address, browser: userAgent?.slice(0, 300) ?? null }
  }
  const agent = await agentName(ctx)
  return {
    address: null,
    browser: null,
    agent,
    ...(spoken === undefined ? {} : { number: spoken }),
  }
}

const detailsOf = async (ctx: Context, question: PushQuestion): Promise<string> => {
  const { application, purpose } = question
  const details: Details = {
    issuer: ctx.tenant.companyName,
    application,
    purpose,
    ...(await askerOf(ctx, question)),
    at: ctx.platform.clock.now().toISOString(),
  }
  return JSON.stringify(details)
}

const newNumber = (ctx: Context): string =>
  String((ctx.platform.ids.random(4).readUInt32BE(0) % 90) + 10)

interface Asked {
  readonly question: PushQuestion
  readonly number: string | null
  readonly lifeSeconds: number
}

const put = async (ctx: Context, { question, number, lifeSeconds }: Asked): Promise<StoredPush> => {
  const id = ctx.platform.ids.uuid()
  const now = ctx.platform.clock.now()
  const push: StoredPush = {
    tenant_id: ctx.tenant.id,
    id,
    user_id: question.userId,
    transaction_id: question.transactionId,
    state: 'PENDING',
    number_hmac: number === null ? null : await hmacOfNumber(ctx, id, number),
    details: await detailsOf(ctx, question),
    device_id: null,
    signature: null,
    created_at: now,
    expires_at: new Date(now.getTime() + lifeSeconds * 1000),
    answered_at: null,
    consumed_at: null,
    pause_notified_at: null,
  }
  await insertPush(ctx, push)
  return push
}

const enqueueNotice = async ({ db, tenant, platform }: Context, { id }: StoredPush) => {
  await platform.queue.enqueue(db, { tenantId: tenant.id, queue: 'pushes', content: { push: id } })
}

/**
 * Asks a person's apps; what was asked before ends. The number is for the browser that waits.
 * @throws no_otp without an app, push_paused
 */
export const sendPush = async (ctx: Context, question: PushQuestion) => {
  const { mutualChallenge, pushLifeSeconds } = await settings.entrustSt(ctx, question.userId)
  const isNumbered = mutualChallenge || question.comesFirst === true
  const number = isNumbered && question.spoken === undefined ? newNumber(ctx) : null
  const sent = await ctx.transaction(async (ctx) => {
    const devices = await lockReachable(ctx, question.userId)
    if (devices.length === 0) throw new ApiError('no_otp')
    const pause = pauseAfter(ctx, await listNewest(ctx, question.userId, unansweredLimit))
    if (pause !== null) {
      await notifyOfPause(ctx, question.userId, pause)
      return pause
    }
    const replaced = await replaceWaiting(ctx, question.userId)
    const push = await put(ctx, { question, number, lifeSeconds: pushLifeSeconds })
    if (devices.some(({ sealed_subscription }) => sealed_subscription !== null)) {
      await enqueueNotice(ctx, push)
    }
    audit(ctx, 'PUSH_SENT', {
      subject: { entity: 'USERS', id: question.userId },
      attributes: { transaction: question.transactionId, apps: devices.length },
    })
    return { push, replaced }
  })
  if ('until' in sent) throw paused(ctx, sent)
  for (const transactionId of sent.replaced) wake(ctx, transactionId)
  return { number, expiresAt: sent.push.expires_at }
}

/** What a push that comes first would be told to be: for strangers, and people without an app. */
export const pretendPush = async (ctx: Context, person: string) => {
  const { pushLifeSeconds } = await settings.entrustSt(ctx, person)
  const expiresAt = new Date(ctx.platform.clock.now().getTime() + pushLifeSeconds * 1000)
  return { number: newNumber(ctx), expiresAt }
}

/** As long as a browser's call may wait for a person. */
const waitMillis = 25_000

/** What is told of a push that nobody was sent: it waits, and runs out. @throws no_transaction */
const statusOfNone = (ctx: Context, pretendedUntil: Date | null) => {
  if (pretendedUntil === null) throw new ApiError('no_transaction')
  const left = pretendedUntil.getTime() - ctx.platform.clock.now().getTime()
  return { status: left <= 0 ? 'EXPIRED' : 'PENDING', left } as const
}

const statusOf = async (ctx: Context, transactionId: string, pretendedUntil: Date | null) => {
  const push = await findPushOf(ctx, transactionId)
  if (push === undefined) return statusOfNone(ctx, pretendedUntil)
  const left = push.expires_at.getTime() - ctx.platform.clock.now().getTime()
  return { status: push.state === 'PENDING' && left <= 0 ? 'EXPIRED' : push.state, left } as const
}

/**
 * How the push of a sign-in was answered; waits a while for it.
 * @param pretendedUntil when it runs out where nobody may have been sent one; null where somebody was
 * @throws no_transaction
 */
export const awaitAnswer = async (
  ctx: Context,
  transactionId: string,
  pretendedUntil: Date | null = null,
) => {
  const waiting = join(ctx, transactionId)
  try {
    const { status, left } = await statusOf(ctx, transactionId, pretendedUntil)
    if (status !== 'PENDING') return { status }
    await waiting.until(Math.min(waitMillis, left))
    return { status: (await statusOf(ctx, transactionId, pretendedUntil)).status }
  } finally {
    waiting.leave()
  }
}
