import { updateWeChatSettings } from '@signet/contract/settings/wechat'
import { weChat } from '../../../modules/authenticators/wechat/index.ts'
import { putAccount } from '../../../modules/authenticators/wechat/wechat.repository.ts'
import { buildSignedIn, type Scenario, type Scenarios, type World } from '../world.ts'

/** An official account with a WeChat where everybody has agreed. */
const withAccount = async ({ ctx, test, admin, keep }: World): Promise<void> => {
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

const onOwn: Scenario = async (world) => {
  await withAccount(world)
  return { as: (await buildSignedIn(world)).as }
}

const onLinked: Scenario = async (world) => {
  await withAccount(world)
  const { as, id } = await buildSignedIn(world)
  await putAccount(world.ctx, id, world.ctx.platform.ids.uuid())
  return { as }
}

const agreed: Scenario = async (world) => {
  await withAccount(world)
  const { id, userId: name } = await buildSignedIn(world)
  const { url } = await weChat.begin(world.ctx, { id, name })
  const state = new URL(url).searchParams.get('state') ?? ''
  return { query: { code: 'agreed', state: world.keep(state) } }
}

export const weChatScenarios: Scenarios = {
  readOwnWeChat: onLinked,
  linkOwnWeChat: onOwn,
  unlinkOwnWeChat: onLinked,
  answerWeChat: agreed,
}
