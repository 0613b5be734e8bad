import { buildSiteAgent } from '../../../../testing/issuance/site-agents.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'
import type { Scenario, World } from '../../../security/sweep/world.ts'

const fresh = ({ ctx }: World): string => `Profile ${ctx.platform.ids.random(6).toString('hex')}`

const asAgent =
  (body: object): Scenario =>
  async ({ ctx, keep }) => ({
    body: { ...body, credential: keep((await buildSiteAgent(ctx)).credential) },
  })

export const scenarios: SubjectScenarios = {
  calls: {
    createSiteAgent: (world) => ({ body: { name: fresh(world) } }),
    deleteSiteAgent: async ({ ctx }) => ({ params: { id: (await buildSiteAgent(ctx)).id } }),
    announceCardReaders: asAgent({ version: '1', readers: [{ name: 'Desk', hasCard: false }] }),
    exchangeWithCard: asAgent({ waitSeconds: 0 }),
  },
  ids: [
    {
      under: '/api/web/v1/agents/site/',
      build: async ({ ctx }) => ({ id: (await buildSiteAgent(ctx)).id }),
    },
  ],
  bodyIds: {
    // An agent’s credential stands before it: `site-agents.test.ts` has sittings of others.
    exchangeWithCard: null,
  },
  effects: {
    announceCardReaders: ['listCardReaders'],
  },
  shownIn: {
    exchangeWithCard: 'modules/issuance/site-agents/site-agents.test.ts',
  },
}
