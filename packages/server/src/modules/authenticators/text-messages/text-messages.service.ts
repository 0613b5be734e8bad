import type { listTextMessages } from '@signet/contract/authenticators/otps'
import type { BodyOf } from '@signet/contract/kit/endpoint'
import { type MessageDelivery, messageHint } from '@signet/rules/code-deliveries'
import type { Context } from '../../../kit/context.ts'
import { withActor } from '../../../kit/create-context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { pageOf, positionOf } from '../../../kit/page.ts'
import { placeholdersOfUser } from '../../identity/user-placeholders/index.ts'
import { mailText } from '../../settings/email-templates/index.ts'
import { settings } from '../../settings/families/index.ts'
import { callConnector, readConnectors } from '../../settings/http-connectors/index.ts'
import { connectorNames } from '../../settings/otp-provider/index.ts'
import { takeSmsVoice } from '../../tenancy/entitlements/index.ts'
import { weChat } from '../wechat/index.ts'
import * as repository from './text-messages.repository.ts'
import { keepVoiceResponse } from './voice-responses.ts'

interface TextCode {
  readonly userId: string
  readonly delivery: MessageDelivery
  /** E.164; with WeChat the name of the account. */
  readonly number: string
  readonly locale: string
  readonly code: string
  readonly minutes: number
  readonly transactionId: string
}

/** A voice reads digit by digit, and pauses at each comma. */
const spoken = (code: string): string => [...code].join(', ')

/** The last line lets browsers fill the code in on this site alone (origin-bound codes). */
const messageOf = (ctx: Context, { delivery, locale, code, minutes }: TextCode): string => {
  const company = ctx.tenant.companyName
  if (delivery === 'VOICE') {
    return mailText(locale, 'values.spokenCode', { company, code: spoken(code) })
  }
  const validity = mailText(locale, 'values.validity', { count: minutes })
  const text = mailText(locale, 'values.textedCode', { company, code, validity })
  return `${text}\n\n@${new URL(ctx.tenant.publicUrl).hostname} #${code}`
}

/** Where a provider that asks what to say finds it; kept for connectors alone that hand it on. */
const voiceUrlOf = async (
  ctx: Context,
  message: string,
  sent: TextCode,
): Promise<Readonly<Record<string, string>>> => {
  const { delivery, locale, minutes } = sent
  if (delivery !== 'VOICE') return {}
  const connectors = await readConnectors(ctx, [connectorNames.VOICE])
  return JSON.stringify([...connectors.values()]).includes('REQ.voiceUrl')
    ? { 'REQ.voiceUrl': await keepVoiceResponse(ctx, { message, locale, minutes }) }
    : {}
}

const valuesOf = async (ctx: Context, sent: TextCode) => {
  const message = messageOf(ctx, sent)
  return {
    ...(await placeholdersOfUser(ctx, sent.userId)),
    ...(await voiceUrlOf(ctx, message, sent)),
    'REQ.recipient': sent.number,
    'REQ.code': sent.code,
    'REQ.message': message,
    'REQ.locale': sent.locale,
    'REQ.deliveryType': sent.delivery,
    'AUTH.transactionId': sent.transactionId,
  }
}

const handOver = async (ctx: Context, sent: TextCode) => {
  const { delivery, number: openId, code, minutes } = sent
  if (delivery === 'WECHAT') return weChat.send(ctx, { openId, code, minutes })
  return callConnector(ctx, connectorNames[delivery], await valuesOf(ctx, sent))
}

const send = async (outer: Context, sent: TextCode): Promise<void> => {
  const ctx = withActor(outer, outer.actor)
  try {
    const outcome = await handOver(ctx, sent)
    await repository.insert(ctx, {
      id: ctx.platform.ids.uuid(),
      user_id: sent.userId,
      delivery: sent.delivery,
      hint: messageHint(sent.delivery, sent.number),
      state: outcome?.accepted === true ? 'SENT' : 'FAILED',
      status: outcome?.status ?? null,
      failure: outcome === null ? 'NO_PROVIDER' : outcome.failure,
      items: JSON.stringify(outcome?.items ?? []),
      created_at: ctx.platform.clock.now(),
    })
  } catch (error) {
    ctx.log.warn({ err: error }, 'a code was not sent')
  }
}

/**
 * Takes what a message to a telephone costs: the tenant's share of the hour, and of what it has
 * bought.
 * @throws too_many_requests; no_otp when what was bought is used up
 */
export const chargeText = async (ctx: Context, delivery: MessageDelivery): Promise<void> => {
  const { numberSendsPerHour } = await settings.otp(ctx)
  if (!(await repository.takeSend(ctx, numberSendsPerHour))) throw new ApiError('too_many_requests')
  if (delivery === 'MESSENGER' || delivery === 'WECHAT') return
  if (!(await takeSmsVoice(ctx))) throw new ApiError('no_otp')
}

/**
 * Sends a code to a telephone, after the answer has left: its time must not tell how a provider
 * fares. Whoever waits for a code asks for another when it does not come.
 */
export const textCode = (ctx: Context, sent: TextCode): void => {
  setImmediate(() => void send(ctx, sent))
}

type Listed = Awaited<ReturnType<typeof repository.list>>[number]

const present = (row: Listed) => ({
  id: row.id,
  userId: row.user_id,
  userName: row.user_name,
  deliveryType: row.delivery,
  hint: row.hint,
  state: row.state,
  status: row.status,
  failure: row.failure,
  items: row.items,
  createdAt: row.created_at,
})

export const list = async (
  ctx: Context,
  { limit, cursor, ...filter }: BodyOf<typeof listTextMessages>,
) => {
  const name = `texts ${JSON.stringify(filter)}`
  const position = positionOf(ctx, name, cursor)
  const [rows, total] = await Promise.all([
    repository.list(ctx, filter, { limit, position }),
    repository.count(ctx, filter),
  ])
  const page = pageOf(ctx, {
    list: name,
    limit,
    position,
    rows,
    edge: ({ created_at, id }) => [created_at.toISOString(), id],
    total,
  })
  return { ...page, results: page.results.map(present) }
}
