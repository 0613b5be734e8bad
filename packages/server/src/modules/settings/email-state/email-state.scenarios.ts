import { testEmailServer } from '@signet/contract/settings/emailserver'
import { setUpEmailServer, withAddress } from '../../../security/sweep/calls/settings.ts'
import { rowsOf } from '../../../security/sweep/looks.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'
import type { World } from '../../../security/sweep/world.ts'

const codeOfTest = async (world: World): Promise<string> => {
  await withAddress(world)
  await setUpEmailServer(world, false)
  await world.test.call(testEmailServer, { as: world.admin.token })
  const texts = world.test.outbox().map(({ text }) => /\?arrived=(\d{6})/.exec(text)?.[1])
  return texts.find((code) => code !== undefined) ?? ''
}

export const scenarios: SubjectScenarios = {
  calls: {
    confirmEmailArrival: async (world) => ({ body: { code: await codeOfTest(world) } }),
  },
  effects: {
    confirmEmailArrival: rowsOf('email_tests'),
  },
  alteredBy: {
    readEmailState: ['confirmEmailArrival'],
  },
}
