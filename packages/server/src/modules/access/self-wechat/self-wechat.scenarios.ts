import { withAccount } from '../../../security/sweep/calls/wechat.ts'
import { rowsOf } from '../../../security/sweep/looks.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'
import { buildSignedIn, type Scenario } from '../../../security/sweep/world.ts'
import { putAccount } from '../../authenticators/wechat/wechat.repository.ts'

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

export const scenarios: SubjectScenarios = {
  calls: {
    readOwnWeChat: onLinked,
    linkOwnWeChat: onOwn,
    unlinkOwnWeChat: onLinked,
  },
  effects: {
    linkOwnWeChat: rowsOf('wechat_links'),
  },
}
