import { abort } from '@signet/rules/abort'
import { requiredErrorKey } from '@signet/rules/text'
import { z } from 'zod'
import { Line } from '../kit/schemas.ts'
import { family, readSealedSettings, updateSealedSettings } from '../kit/settings-family.ts'

const Address = z
  .string()
  .max(500, abort)
  .check(z.url({ protocol: /^https?$/ }))
/** As keywords stand in templates: `character_string1`. */
const Keyword = z
  .string()
  .max(33, abort)
  .regex(/^[a-z_]{1,30}\d{0,3}$/)

/** The tenant’s official account with WeChat, which carries codes to people who have linked theirs. */
export const weChatFamily = family({
  name: 'wechat',
  id: 'WeChatSettings',
  fields: z.object({
    /** Whether people may link their account, and codes go to it. */
    enabled: z.boolean(),
    appId: Line(100).or(z.literal('')),
    /** The template of the message. */
    templateId: Line(100).or(z.literal('')),
    /** The keyword of the template that the code takes the place of. */
    codeField: Keyword,
    /** The keyword of the minutes for which it is good; empty: the template does not tell them. */
    minutesField: Keyword.or(z.literal('')),
    /** Where the API answers. */
    apiUrl: Address,
    /** Where people agree. */
    authorizeUrl: Address,
  }),
  defaults: {
    enabled: false,
    appId: '',
    templateId: '',
    codeField: 'character_string1',
    minutesField: '',
    apiUrl: 'https://api.weixin.qq.com',
    authorizeUrl: 'https://open.weixin.qq.com/connect/oauth2/authorize',
  },
  rule: ({ enabled, ...values }) =>
    (['appId', 'templateId'] as const).flatMap((path) =>
      enabled && values[path] === '' ? [{ path, message: requiredErrorKey }] : [],
    ),
  secrets: ['appSecret', 'token'],
  clearsSecrets: ['apiUrl', 'appId'],
})

export const readWeChatSettings = readSealedSettings(weChatFamily, {
  summary: 'The official account with WeChat that carries codes',
  catalogueId: 'get:web.v1.settings.wechat',
})
export const updateWeChatSettings = updateSealedSettings(weChatFamily, {
  summary: 'Change the official account with WeChat that carries codes',
  vouches: true,
  description:
    'Codes take this way once `WECHAT` stands among the deliveries of `settings/otp`. The server address to enter at WeChat is `/api/web/v1/oauth/callback/wechat`, with `token` as its token.',
  catalogueId: 'put:web.v1.settings.wechat',
})
