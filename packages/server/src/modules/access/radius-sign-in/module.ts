import { day, type Module } from '../../../kit/module.ts'
import { radiusSignInRoutes } from './index.ts'

export const radiusSignInModule: Module = {
  routes: [radiusSignInRoutes],
  retention: [{ table: 'radius_challenges', column: 'expires_at', graceMillis: day }],
  secretColumns: ['radius_challenges.id', 'radius_challenges.sealed'],
}
