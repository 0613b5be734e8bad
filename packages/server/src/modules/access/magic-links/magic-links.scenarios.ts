import { readSelf } from '@signet/contract/access/self'
import { putMagicLink } from '@signet/contract/authenticators/magic-links'
import { withLink, withLinks } from '../../../security/sweep/calls/magic-links.ts'
import { opensSession } from '../../../security/sweep/looks.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'
import { buildSignedIn } from '../../../security/sweep/world.ts'

export const scenarios: SubjectScenarios = {
  calls: {
    authenticateMagicLink: async (world) => ({
      query: { magicToken: (await withLink(world)).token, complete: 'true' },
      body: {},
    }),
    readOwnMagicLink: async (world) => {
      await withLinks(world)
      return { as: (await buildSignedIn(world)).as }
    },
  },
  effects: {
    authenticateMagicLink: opensSession,
  },
  alteredBy: {
    readOwnMagicLink: async ({ test, admin }, { given: { as } }) => {
      const { body } = await test.call(readSelf, as === undefined ? {} : { as })
      const made = { params: { userid: body.id }, body: { autoSend: false } }
      return test.call(putMagicLink, { as: admin.token, ...made })
    },
  },
}
