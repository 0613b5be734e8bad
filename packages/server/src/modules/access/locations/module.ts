import { day, type Module } from '../../../kit/module.ts'
import { locationRoutes } from './index.ts'

export const locationsModule: Module = {
  routes: [locationRoutes],
  retention: [
    // Longer than any tenant may keep them; reading leaves out what its own setting has ended.
    { table: 'user_locations', column: 'last_seen_at', graceMillis: 366 * day },
  ],
  kept: {
    'user_risk.skip_until': 'both count again then; what is expected stays',
  },
  openColumns: ['user_locations.place_key'],
}
