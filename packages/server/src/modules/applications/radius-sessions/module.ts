import { day, type Module } from '../../../kit/module.ts'
import { radiusSessionRoutes } from './index.ts'

export const radiusSessionsModule: Module = {
  routes: [radiusSessionRoutes],
  retention: [{ table: 'radius_sessions', column: 'updated_at', graceMillis: 90 * day }],
  kept: {
    'radius_sessions.ended_at': 'swept a while after it was last heard of',
  },
}
