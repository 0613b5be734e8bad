import { onUser } from '../../../security/sweep/calls/risk.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'
import { keepLocation } from './index.ts'

export const scenarios: SubjectScenarios = {
  calls: {
    locateAddresses: () => ({ body: { addresses: ['192.0.2.1'] } }),
    readExpectedLocations: onUser(),
    replaceExpectedLocations: onUser({ locations: [{ name: 'Home', country: 'DE' }] }),
    listUserLocations: onUser(),
    forgetUserLocations: async (world) => {
      const given = await onUser()(world)
      const place = { country: 'DE', region: null, city: 'Berlin', latitude: 52.5, longitude: 13.4 }
      const seen = { userId: given.params?.userid ?? '', place, address: '192.0.2.1' }
      await world.ctx.db.executeQuery(keepLocation(world.ctx, seen))
      return given
    },
    readUserRbaSettings: onUser(),
    updateUserRbaSettings: onUser({ skipTravelVelocity: true }),
  },
  bodies: {
    locateAddresses: { addresses: ['192.0.2.1'] },
  },
  computes: {
    locateAddresses: { addresses: ['192.0.2.2'] },
  },
}
