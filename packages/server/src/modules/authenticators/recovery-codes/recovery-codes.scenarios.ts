import { buildPerson } from '../../../../testing/access/people.ts'
import { withRecoveryCodes } from '../../../security/sweep/calls/authenticators.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'
import type { Scenario } from '../../../security/sweep/world.ts'

const onRecoveryCodes: Scenario = async (world) => {
  const { id, userId } = await buildPerson(world.ctx)
  await withRecoveryCodes(world, id, userId)
  return { params: { userid: id } }
}

export const scenarios: SubjectScenarios = {
  calls: {
    readUserRecoveryCodes: onRecoveryCodes,
    deleteUserRecoveryCodes: onRecoveryCodes,
  },
}
