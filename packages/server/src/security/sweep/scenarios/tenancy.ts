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
  createSubscriber: ({ ctx }) => ({
    body: {
      companyName: 'Beech',
      hostname: `s${ctx.platform.ids.random(6).toString('hex')}.${new URL(ctx.tenant.publicUrl).hostname}`,
      entitlement: { bundle: 'PLUS' },
      administrator: { email: 'boss@beech.example' },
    },
  }),
  resetSubscriberTheme: ({ ctx }) => ({ params: { id: ctx.tenant.id } }),
}
