import { updateWeChatSettings } from '@signet/contract/settings/wechat'
import type { World } from '../world.ts'

/** An official account with a WeChat where everybody has agreed. */
export const withAccount = async ({ ctx, test, admin, keep }: World): Promise<void> => {
  const secret = (): string => keep(ctx.platform.ids.random(18).toString('base64url'))
  const body = {
    enabled: true,
    appId: 'wx-app',
    templateId: 'codes',
    apiUrl: `${test.outside.url}/wechat`,
    secrets: { appSecret: secret(), token: secret() },
  }
  await test.call(updateWeChatSettings, { as: admin.token, body })
}
