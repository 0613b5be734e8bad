import { buildSiteAgent, readerOfTests } from '../../../../testing/issuance/site-agents.ts'
import type { TestTenant } from '../../../../testing/test-app.ts'
import {
  buildSmartCardProfile,
  profileCardType,
  profileNamed,
} from '../../../security/sweep/smart-card-rows.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'
import type { Scenario, World } from '../../../security/sweep/world.ts'
import { createSmartCardProfile } from './index.ts'

const fresh = ({ ctx }: World): string => `Profile ${ctx.platform.ids.random(6).toString('hex')}`

const secret = ({ ctx, keep }: World): string => keep(ctx.platform.ids.random(6).toString('hex'))

const on =
  (body?: (name: string) => unknown): Scenario =>
  async ({ ctx }) => {
    const { cardType, id, name } = await buildSmartCardProfile(ctx)
    return { params: { cardType, id }, ...(body === undefined ? {} : { body: body(name) }) }
  }

const smartCardProfile = async ({ ctx }: TestTenant) => {
  const { cardType, id } = await buildSmartCardProfile(ctx)
  return { cardType, id }
}

const cardProfile = async ({ ctx }: TestTenant) => {
  const { cardType, id } = await buildSmartCardProfile(ctx)
  return { cardType, id }
}

/** Its name is typed to format a card. */
const profileToFormat = async ({ ctx }: TestTenant) => {
  const { value } = await createSmartCardProfile(ctx, profileCardType, profileNamed('To format'))
  return { cardType: profileCardType, id: value.id }
}

const siteAgent = async ({ ctx }: TestTenant) => (await buildSiteAgent(ctx)).id

const readerOf = (agentId: string) => ({ reader: { agentId, name: readerOfTests } })

export const scenarios: SubjectScenarios = {
  calls: {
    listSmartCardProfiles: () => Promise.resolve({ params: { cardType: profileCardType } }),
    createSmartCardProfile: (world) =>
      Promise.resolve({
        params: { cardType: profileCardType },
        body: profileNamed(fresh(world), secret(world)),
      }),
    readSmartCardProfile: on(),
    updateSmartCardProfile: async (world) => {
      const { cardType, id } = await buildSmartCardProfile(world.ctx)
      return { params: { cardType, id }, body: profileNamed(fresh(world), secret(world)) }
    },
    deleteSmartCardProfile: on(),
    formatSmartCard: on((confirm) => ({ confirm })),
    testSmartCard: on(() => ({ cardNumber: 1603 })),
  },
  ids: [{ under: '/api/web/issuance/smartcards/', build: smartCardProfile }],
  bodyIds: {
    testSmartCard: {
      build: siteAgent,
      body: (id) => ({ ...readerOf(id), cardNumber: 1 }),
      params: cardProfile,
    },
    formatSmartCard: {
      build: siteAgent,
      body: (id) => ({ ...readerOf(id), confirm: 'To format' }),
      params: profileToFormat,
    },
  },
  bodies: {
    createSmartCardProfile: profileNamed('x'),
    updateSmartCardProfile: profileNamed('x'),
  },
  shownIn: {
    testSmartCard: 'modules/issuance/smart-card-profiles/smart-card-profiles.test.ts',
    formatSmartCard: 'modules/issuance/smart-card-profiles/smart-card-profiles.test.ts',
  },
}
