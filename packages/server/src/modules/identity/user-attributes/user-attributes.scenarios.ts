import type { TestTenant } from '../../../../testing/test-app.ts'
import { unique } from '../../../security/sweep/calls/identity.ts'
import { buildUserAttribute } from '../../../security/sweep/rows.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'
import type { Scenario, World } from '../../../security/sweep/world.ts'

const onAttribute =
  (body?: (world: World) => unknown): Scenario =>
  async (world) => ({
    params: { id: await buildUserAttribute(world.ctx) },
    ...(body === undefined ? {} : { body: body(world) }),
  })

const userAttribute = async ({ ctx }: TestTenant) => ({ id: await buildUserAttribute(ctx) })

export const scenarios: SubjectScenarios = {
  calls: {
    readUserAttribute: onAttribute(),
    createUserAttribute: (world) => ({ body: { name: `Attribute ${unique(world)}` } }),
    updateUserAttribute: onAttribute((world) => ({
      name: `Attribute ${unique(world)}`,
      description: 'Changed',
    })),
    deleteUserAttribute: onAttribute(),
  },
  ids: [{ under: '/api/web/v1/userattributes/', build: userAttribute }],
}
