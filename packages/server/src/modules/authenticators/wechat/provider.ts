import { weChatFamily } from '@signet/contract/settings/wechat'
import { abort } from '@signet/rules/abort'
import { withoutEndSlashes } from '@signet/rules/uris'
import { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { parsedJson } from '../../../platform/json.ts'
import { OutboundFailed, OutboundRefused } from '../../../platform/outbound.ts'
import { readSecrets, settings } from '../../settings/families/index.ts'

/** Every answer is 200; what went wrong stands in `errcode`. */
const Refusal = z.object({ errcode: z.int().refine((code) => code !== 0) })
const Identity = z.object({
  openid: z
    .string()
    .max(128, abort)
    .regex(/^[\w-]{1,128}$/),
})
const AppToken = z.object({ access_token: z.string().min(1).max(2000, abort) })
const Sent = z.object({ errcode: z.literal(0), msgid: z.union([z.int(), z.string()]).optional() })

/** WeChat said no, or something that nobody understands. */
export class WeChatRefused extends Error {
  override readonly name = 'WeChatRefused'
  readonly code: number | null

  constructor(code: number | null) {
    super(`WeChat answered ${code ?? 'something else'}`)
    this.code = code
  }
}

/** Whether a call failed on the other side, or on the way there. */
export const isTheirs = (error: unknown): boolean =>
  error instanceof WeChatRefused ||
  error instanceof OutboundFailed ||
  error instanceof OutboundRefused

interface Call<T> {
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  readonly body?: object
  readonly answer: z.ZodType<T>
}

/** @throws WeChatRefused, OutboundFailed, OutboundRefused */
const asked = async <T>(ctx: Context, { path, query = {}, body, answer }: Call<T>): Promise<T> => {
  const { apiUrl } = await settings.weChat(ctx)
  const url = new URL(`${withoutEndSlashes(apiUrl)}${path}`)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  const { status, body: bytes } = await ctx.platform.outbound.fetch('http', url.href, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      Accept: 'application/json',
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    maxRedirects: 0,
    timeoutMillis: 8000,
  })
  const said = parsedJson(bytes)
  const refusal = Refusal.safeParse(said)
  if (refusal.success) throw new WeChatRefused(refusal.data.errcode)
  const result = answer.safeParse(said)
  if (status !== 200 || !result.success) throw new WeChatRefused(null)
  return result.data
}

const account = async (ctx: Context) => {
  const { appId } = await settings.weChat(ctx)
  const { appSecret = '' } = await readSecrets(ctx, weChatFamily)
  return { appid: appId, secret: appSecret }
}

/** Where somebody agrees; WeChat opens it nowhere but in its own app. */
export const agreementUrl = async (ctx: Context, state: string): Promise<string> => {
  const { authorizeUrl, appId } = await settings.weChat(ctx)
  const url = new URL(authorizeUrl)
  url.searchParams.set('appid', appId)
  url.searchParams.set('redirect_uri', `${ctx.tenant.publicUrl}/api/web/v1/oauth/callback/wechat`)
  url.searchParams.set('response_type', 'code')
  url.searchParams.set('scope', 'snsapi_base')
  url.searchParams.set('state', state)
  url.hash = 'wechat_redirect'
  return url.href
}

/** Whose code it is: the name that the account has with this application. */
export const openIdOf = async (ctx: Context, code: string): Promise<string> => {
  const query = { ...(await account(ctx)), code, grant_type: 'authorization_code' }
  return (await asked(ctx, { path: '/sns/oauth2/access_token', query, answer: Identity })).openid
}

interface Message {
  readonly openId: string
  readonly code: string
  readonly minutes: number
}

/**
 * Sends a code by the template; the name of the message. Every message asks for the application's
 * token: WeChat answers with the one that is good, so that nodes need not share it.
 */
export const sendMessage = async (ctx: Context, { openId, code, minutes }: Message) => {
  const body = { grant_type: 'client_credential', ...(await account(ctx)) }
  const path = '/cgi-bin/stable_token'
  const { access_token } = await asked(ctx, { path, body, answer: AppToken })
  const { templateId, codeField, minutesField } = await settings.weChat(ctx)
  const data = {
    [codeField]: { value: code },
    ...(minutesField === '' ? {} : { [minutesField]: { value: String(minutes) } }),
  }
  const { msgid = null } = await asked(ctx, {
    path: '/cgi-bin/message/template/send',
    query: { access_token },
    body: { touser: openId, template_id: templateId, data },
    answer: Sent,
  })
  return msgid === null ? null : String(msgid)
}
