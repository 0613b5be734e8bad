import { buildSignedIn, type Scenarios } from '../world.ts'

const ownSession: Scenarios[string] = async (world) => ({ as: (await buildSignedIn(world)).as })

export const tenancyScenarios: Scenarios = {
  updateAccountInfo: () => ({ body: { companyCountry: 'Canada' } }),
  listOwnSessions: ownSession,
  endOwnSessions: ownSession,
  endOwnSession: async (world) => {
    const { as } = await buildSignedIn(world)
    const [, claims = ''] = as.split('.')
    const { sid } = JSON.parse(Buffer.from(claims, 'base64url').toString())
    return { as, params: { id: sid } }
  },
  updateSubscriber: ({ ctx }) => ({
    params: { id: ctx.tenant.id },
    body: { motd: { en: 'Welcome' } },
  }),
  resetSubscriberTheme: ({ ctx }) => ({ params: { id: ctx.tenant.id } }),
}
