import { buildSmartCard } from '../../../../testing/issuance/smart-cards.ts'
import { anyGroup, anyUser } from '../../../security/sweep/id-rows.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'
import type { Scenario } from '../../../security/sweep/world.ts'

const onCard =
  (body?: unknown): Scenario =>
  async ({ ctx }) => {
    const { id } = await buildSmartCard(ctx)
    return { params: { id }, ...(body === undefined ? {} : { body }) }
  }

export const scenarios: SubjectScenarios = {
  calls: {
    readSmartCard: onCard(),
    updateSmartCard: onCard({ withdrawn: true }),
    deleteSmartCard: onCard(),
  },
  ids: [
    {
      under: '/api/web/v1/smartcards/',
      build: async ({ ctx }) => ({ id: (await buildSmartCard(ctx)).id }),
    },
  ],
  bodyIds: {
    updateSmartCard: {
      build: anyUser,
      body: (userId) => ({ userId }),
      params: async ({ ctx }) => ({ id: (await buildSmartCard(ctx)).id }),
    },
    listAssignedSmartCards: { build: anyUser, body: (userId) => ({ userId }) },
    listUnassignedSmartCards: { build: anyGroup, body: (groupId) => ({ groupId }) },
  },
  bodies: {
    updateSmartCard: { withdrawn: false },
  },
  alteredBy: {
    listUnassignedSmartCards: ['deleteSmartCard'],
  },
  shownIn: {
    listAssignedSmartCards: 'modules/issuance/smart-cards/smart-cards.test.ts',
  },
}
