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

/** What is written to smart cards. */
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
}
