import { buildSiteAgent } from '../../../../testing/issuance/site-agents.ts'
import { buildSmartCard } from '../../../../testing/issuance/smart-cards.ts'
import { buildSmartCardProfile, profileCardType, profileNamed } from '../smart-card-rows.ts'
import type { Scenario, Scenarios, World } from '../world.ts'

const fresh = ({ ctx }: World): string => `Profile ${ctx.platform.ids.random(6).toString('hex')}`
const secret = ({ ctx, keep }: World): string => keep(ctx.platform.ids.random(6).toString('hex'))

const on =
  (body?: (name: string) => unknown): Scenario =>
  async ({ ctx }) => {
    const { cardType, id, name } = await buildSmartCardProfile(ctx)
    return { params: { cardType, id }, ...(body === undefined ? {} : { body: body(name) }) }
  }

const onCard =
  (body?: unknown): Scenario =>
  async ({ ctx }) => {
    const { id } = await buildSmartCard(ctx)
    return { params: { id }, ...(body === undefined ? {} : { body }) }
  }

const asAgent =
  (body: object): Scenario =>
  async ({ ctx, keep }) => ({
    body: { ...body, credential: keep((await buildSiteAgent(ctx)).credential) },
  })

/** What is written to smart cards, the cards themselves, and who has readers for them. */
export const smartCardScenarios: Scenarios = {
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
  createSiteAgent: (world) => ({ body: { name: fresh(world) } }),
  deleteSiteAgent: async ({ ctx }) => ({ params: { id: (await buildSiteAgent(ctx)).id } }),
  announceCardReaders: asAgent({ version: '1', readers: [{ name: 'Desk', hasCard: false }] }),
  exchangeWithCard: asAgent({ waitSeconds: 0 }),
  readSmartCard: onCard(),
  updateSmartCard: onCard({ withdrawn: true }),
  deleteSmartCard: onCard(),
}
