import { type listTextMessages, TextMessage } from '@signet/contract/authenticators/otps'
import type { BodyOf } from '@signet/contract/kit/endpoint'
import { type MessageDelivery, messageHint } from '@signet/rules/code-deliveries'
import type { Context } from '../../../kit/context.ts'
import { withActor } from '../../../kit/create-context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { pageOf, positionOf } from '../../../kit/page.ts'
import { fieldsOf } from '../../../platform/db/wire-fields.ts'
import { placeholdersOfUser } from '../../identity/user-placeholders/index.ts'
import { mailText } from '../../settings/email-templates/index.ts'
import { settings } from '../../settings/families/index.ts'
import { callConnector, readConnector } from '../../settings/http-connectors/index.ts'
import { carrierOf } from '../../settings/otp-provider/index.ts'
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

type Carrier = NonNullable<Awaited<ReturnType<typeof carrierOf>>>

/** Where a provider that asks what to say finds it; kept for connectors alone that hand it on. */
const voiceUrlOf = async (
  ctx: Context,
  { message, carrier }: { readonly message: string; readonly carrier: Carrier },
  { delivery, locale, minutes }: TextCode,
): Promise<Readonly<Record<string, string>>> => {
  if (delivery !== 'VOICE') return {}
  const { connector } = await readConnector(carrier.ctx, carrier.name)
  return JSON.stringify(connector).includes('REQ.voiceUrl')
    ? { 'REQ.voiceUrl': await keepVoiceResponse(ctx, { message, locale, minutes }) }
    : {}
}

const valuesOf = async (ctx: Context, carrier: Carrier, sent: TextCode) => {
  const message = messageOf(ctx, sent)
  return {
    ...(await placeholdersOfUser(ctx, sent.userId)),
    ...(await voiceUrlOf(ctx, { message, carrier }, sent)),
    'REQ.recipient': sent.number,
    'REQ.code': sent.code,
    'REQ.message': message,
    'REQ.locale': sent.locale,
    'REQ.deliveryType': sent.delivery,
    'AUTH.transactionId': sent.transactionId,
  }
}

/** By the tenant's own account or connector, else by that of a service provider above it. */
const handOver = async (ctx: Context, sent: TextCode) => {
  const { delivery, number: openId, code, minutes } = sent
  if (delivery === 'WECHAT') {
    return { outcome: await weChat.send(ctx, { openId, code, minutes }), providerName: null }
  }
  const carrier = await carrierOf(ctx, delivery)
  if (carrier === null) return { outcome: null, providerName: null }
  const values = await valuesOf(ctx, carrier, sent)
  const outcome = await callConnector(carrier.ctx, carrier.name, values)
  return { outcome, providerName: carrier.providerName }
}

const send = async (outer: Context, sent: TextCode): Promise<void> => {
  const ctx = withActor(outer, outer.actor)
  try {
    const { outcome, providerName } = await handOver(ctx, sent)
    await repository.insert(ctx, {
      id: ctx.platform.ids.uuid(),
      user_id: sent.userId,
      delivery: sent.delivery,
      hint: messageHint(sent.delivery, sent.number),
      state: outcome?.accepted === true ? 'SENT' : 'FAILED',
      status: outcome?.status ?? null,
      failure: outcome === null ? 'NO_PROVIDER' : outcome.failure,
      items: JSON.stringify(outcome?.items ?? []),
      provider_name: providerName,
      created_at: ctx.platform.clock.now(),
    })
  } catch (error) {
    ctx.log.warn({ err: error }, 'a code was not sent')
  }
}

/**
 * Takes what a message to a telephone costs: the tenant's share of the hour, and of what it has
 * bought.
 * @throws too_many_requests; sms_voice_used_up when what was bought is used up
 */
export const chargeText = async (ctx: Context, delivery: MessageDelivery): Promise<void> => {
  const { numberSendsPerHour } = await settings.otp(ctx)
  if (!(await repository.takeSend(ctx, numberSendsPerHour))) throw new ApiError('too_many_requests')
  if (delivery === 'MESSENGER' || delivery === 'WECHAT') return
  if (!(await takeSmsVoice(ctx))) throw new ApiError('sms_voice_used_up')
}

/**
 * Sends a code to a telephone, after the answer has left: its time must not tell how a provider
 * fares. Whoever waits for a code asks for another when it does not come.
 */
export const textCode = (ctx: Context, sent: TextCode): void => {
  setImmediate(() => void send(ctx, sent))
}

type Listed = Awaited<ReturnType<typeof repository.list>>[number]

const fields = fieldsOf(TextMessage)

const present = (row: Listed) => fields({ ...row, delivery_type: row.delivery })

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
