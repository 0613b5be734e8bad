import { createHash, timingSafeEqual } from 'node:crypto'
import type { WeChatCallbackQuery } from '@signet/contract/authenticators/wechat'
import { weChatFamily } from '@signet/contract/settings/wechat'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { Streamed } from '../../../kit/routes.ts'
import { mailText } from '../../settings/email-templates/index.ts'
import { readSecrets, settings } from '../../settings/families/index.ts'
import { agreementUrl, isTheirs, openIdOf, sendMessage, WeChatRefused } from './provider.ts'
import { findAccount, putAccount, putLink, removeAccount, takeLink } from './wechat.repository.ts'

const linkMillis = 10 * 60_000
/** 256 bits in base64url: WeChat takes 128 letters and digits, `-` and `_`. */
const stateBytes = 32

interface Person {
  readonly id: string
  readonly name: string
}

const noted = (ctx: Context, action: string, person: Person): void =>
  audit(ctx, action, { subject: { entity: 'USERS', id: person.id, name: person.name } })

const standing = async (ctx: Context, userId: string) => {
  const { enabled } = await settings.weChat(ctx)
  return { enabled, linkedDate: (await findAccount(ctx, userId))?.proven_at ?? null }
}

/** @throws authenticator_not_provisioned where the tenant has no account */
const begin = async (ctx: Context, person: Person) => {
  if (!(await settings.weChat(ctx)).enabled) throw new ApiError('authenticator_not_provisioned')
  const state = ctx.platform.ids.random(stateBytes).toString('base64url')
  const expiryDate = new Date(ctx.platform.clock.now().getTime() + linkMillis)
  await ctx.transaction(async (ctx) => {
    await putLink(ctx, { userId: person.id, state, expiresAt: expiryDate })
    noted(ctx, 'WECHAT_LINK_STARTED', person)
  })
  return { url: await agreementUrl(ctx, state), expiryDate }
}

/** @throws not_found */
const unlink = (ctx: Context, person: Person): Promise<undefined> =>
  ctx.transaction(async (ctx) => {
    if (!(await removeAccount(ctx, person.id))) throw new ApiError('not_found')
    noted(ctx, 'WECHAT_UNLINKED', person)
    return undefined
  })

type Query = z.output<typeof WeChatCallbackQuery>

/** The SHA-1 of token, time and nonce in their order: WeChat's own way to show who calls. */
const isSigned = ({ signature = '', timestamp = '', nonce = '' }: Query, token: string) => {
  const expected = createHash('sha1').update([token, timestamp, nonce].toSorted().join('')).digest()
  const given = Buffer.from(signature, 'hex')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

async function* once(text: string) {
  yield text
}

/** @throws access_denied for what was not signed by the token */
const verify = async (ctx: Context, query: Query): Promise<string> => {
  const { token } = await readSecrets(ctx, weChatFamily)
  if (token === undefined || !isSigned(query, token)) throw new ApiError('access_denied')
  return query.echostr ?? ''
}

interface Agreed {
  readonly code: string
  readonly state: string
}

/** The state is used up before WeChat is asked: whoever has seen the address cannot come again. */
const link = async (ctx: Context, { code, state }: Agreed): Promise<string> => {
  if (!(await settings.weChat(ctx)).enabled) throw new ApiError('access_denied')
  const person = await ctx.transaction((ctx) => takeLink(ctx, state))
  if (person === undefined) throw new ApiError('access_denied')
  const openId = await openIdOf(ctx, code).catch((error: unknown) => {
    if (!isTheirs(error)) throw error
    throw new ApiError('service_unavailable', { cause: error })
  })
  await ctx.transaction(async (ctx) => {
    await putAccount(ctx, person.id, openId)
    noted(ctx, 'WECHAT_LINKED', person)
  })
  const { companyName: company } = ctx.tenant
  return mailText(ctx.locale, 'values.weChatLinked', { company, user: person.name })
}

/** @throws invalid_parameters for what is neither, access_denied, service_unavailable */
const callback = async (ctx: Context, query: Query): Promise<Streamed> => {
  const { echostr, code, state } = query
  if (echostr !== undefined) return new Streamed('wechat.txt', once(await verify(ctx, query)))
  if (code === undefined || state === undefined) throw new ApiError('invalid_parameters')
  return new Streamed('wechat.txt', once(await link(ctx, { code, state })))
}

interface Sending {
  readonly openId: string
  readonly code: string
  readonly minutes: number
}

/** What became of a code, as it is noted: never thrown, whoever waits asks for another. */
const send = async (ctx: Context, sending: Sending) => {
  const { enabled } = await settings.weChat(ctx)
  if (!enabled) return { accepted: false, status: null, failure: 'NO_PROVIDER', items: [] }
  try {
    const msgid = await sendMessage(ctx, sending)
    const items = [{ name: 'msgid', value: msgid }]
    return { accepted: true, status: 200, failure: null, items }
  } catch (error) {
    if (!isTheirs(error)) throw error
    ctx.log.warn({ err: error }, 'WeChat did not take a code')
    if (!(error instanceof WeChatRefused)) {
      return { accepted: false, status: null, failure: 'UNREACHABLE', items: [] }
    }
    const items = [{ name: 'errcode', value: error.code === null ? null : String(error.code) }]
    return { accepted: false, status: 200, failure: null, items }
  }
}

export const weChat = { standing, begin, unlink, callback, send } as const
