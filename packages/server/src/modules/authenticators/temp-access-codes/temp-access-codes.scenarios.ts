import { buildPerson } from '../../../../testing/access/people.ts'
import { onPerson, withTempAccessCode } from '../../../security/sweep/calls/authenticators.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'
import type { Scenario } from '../../../security/sweep/world.ts'

const onTempAccessCode: Scenario = async (world) => {
  const { id, userId } = await buildPerson(world.ctx)
  await withTempAccessCode(world, id, userId)
  return { params: { userid: id } }
}

export const scenarios: SubjectScenarios = {
  calls: {
    readUserTempAccessCode: onTempAccessCode,
    createUserTempAccessCode: onPerson(() => ({ maxUses: 1 })),
    deleteUserTempAccessCode: onTempAccessCode,
  },
}
