import { creating, freshName, onRow } from '../../../security/sweep/calls/risk.ts'
import { buildIpList } from '../../../security/sweep/risk-rows.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'
import type { World } from '../../../security/sweep/world.ts'

const list = (world: World) => ({
  name: freshName(world),
  addresses: ['198.51.100.7', '2001:db8::/32'],
})

const ipList = { name: 'x', addresses: ['192.0.2.1'] }

export const scenarios: SubjectScenarios = {
  calls: {
    readIpList: onRow(buildIpList),
    createIpList: creating(list),
    updateIpList: onRow(buildIpList, list),
    deleteIpList: async ({ ctx }) => ({ params: { id: await buildIpList(ctx), force: 'false' } }),
  },
  ids: [
    {
      under: '/api/web/v1/iplists/',
      build: async ({ ctx }) => ({ id: await buildIpList(ctx) }),
    },
  ],
  bodies: {
    createIpList: ipList,
    updateIpList: ipList,
  },
}
