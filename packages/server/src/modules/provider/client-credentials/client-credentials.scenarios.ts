import type { SubjectScenarios } from '../../../security/sweep/subject.ts'
import type { World } from '../../../security/sweep/world.ts'
import { create } from './client-credentials.service.ts'

const permissions = [
  { entityType: 'TENANTS' as const, view: true, add: false, edit: false, remove: false },
]

const wanted = ({ ctx }: Pick<World, 'ctx'>) => ({
  name: `Client ${ctx.platform.ids.random(6).toString('hex')}`,
  description: '',
  enabled: true,
  addresses: [],
  tokenTtlSeconds: 3600,
  permissions,
})

const built = async (tenant: Pick<World, 'ctx'>) => (await create(tenant.ctx, wanted(tenant))).value

/** With a secret that no other answer may have. */
const keptClient = async (world: World) => {
  const { id, clientSecret } = await built(world)
  return { id, clientSecret: world.keep(clientSecret) }
}
const onClient = async (world: World) => ({ params: { id: (await keptClient(world)).id } })

export const scenarios: SubjectScenarios = {
  calls: {
    createProviderClient: (world) => ({ body: wanted(world) }),
    readProviderClient: onClient,
    updateProviderClient: async (world) => ({ ...(await onClient(world)), body: wanted(world) }),
    deleteProviderClient: onClient,
    rotateProviderClientSecret: async (world) => ({
      ...(await onClient(world)),
      body: { overlapHours: 1 },
    }),
    authenticateProviderClient: async (world) => {
      const { id: clientId, clientSecret } = await keptClient(world)
      return { body: { clientId, clientSecret } }
    },
  },
  ids: [
    {
      under: '/api/web/v1/serviceprovider/clientcredentials/:id',
      build: async (tenant) => ({ id: (await built(tenant)).id }),
    },
  ],
  bodyIds: {
    // The ID of the client is half of its proof: that of another tenant is a wrong one.
    authenticateProviderClient: null,
  },
  effects: {
    rotateProviderClientSecret: ['readProviderClient'],
    authenticateProviderClient: ['listProviderClients'],
  },
}
