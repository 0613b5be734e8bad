import { createPassthrough } from '@signet/contract/authenticators/passthrough'
import { judgingConnector } from '../../../security/sweep/calls/settings.ts'
import { anyGroup } from '../../../security/sweep/id-rows.ts'
import { buildPassthrough, passthroughWith } from '../../../security/sweep/outside-rows.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'
import { buildSignedIn, type Scenario } from '../../../security/sweep/world.ts'

const passthroughBody = {
  name: 'Directory',
  connector: { ...judgingConnector, body: '{"password":"{{REQ.password}}"}' },
}

const onPassthrough =
  (body?: object): Scenario =>
  async ({ test, admin }) => {
    const made = await test.call(createPassthrough, { as: admin.token, body: passthroughBody })
    return { params: { id: String(made.body.id) }, ...(body === undefined ? {} : { body }) }
  }

export const scenarios: SubjectScenarios = {
  calls: {
    createPassthrough: () => ({ body: passthroughBody }),
    readPassthrough: onPassthrough(),
    readOwnPassthrough: async (world) => {
      await onPassthrough()(world)
      return { as: (await buildSignedIn(world)).as }
    },
    updatePassthrough: onPassthrough({ ...passthroughBody, name: 'Another' }),
    deletePassthrough: onPassthrough(),
  },
  ids: [
    {
      under: '/api/web/v1/passthrough/',
      build: async ({ ctx }) => ({ id: await buildPassthrough(ctx) }),
    },
  ],
  bodyIds: {
    createPassthrough: { build: anyGroup, body: (id) => passthroughWith([id]) },
    // Their ids stand beside one in the path: tried with the module's own tests.
    updatePassthrough: null,
  },
  bodies: {
    updatePassthrough: passthroughWith([]),
  },
  alteredBy: {
    readOwnPassthrough: ['updatePassthroughSettings'],
  },
}
