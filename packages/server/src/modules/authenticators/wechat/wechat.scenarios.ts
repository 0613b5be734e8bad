import { withAccount } from '../../../security/sweep/calls/wechat.ts'
import { rowsOf } from '../../../security/sweep/looks.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'
import { buildSignedIn, type Scenario } from '../../../security/sweep/world.ts'
import { weChat } from './index.ts'

const agreed: Scenario = async (world) => {
  await withAccount(world)
  const { id, userId: name } = await buildSignedIn(world)
  const { url } = await weChat.begin(world.ctx, { id, name })
  const state = new URL(url).searchParams.get('state') ?? ''
  return { query: { code: 'agreed', state: world.keep(state) } }
}

export const scenarios: SubjectScenarios = {
  calls: {
    updateWeChatSettings: () => ({ body: { appId: 'wx-other' } }),
    answerWeChat: agreed,
  },
  effects: {
    answerWeChat: rowsOf('wechat_links'),
  },
}
