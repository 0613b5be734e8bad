export { endSessions, keepSession } from './radius-sessions.repository.ts'
export { radiusSessionRoutes } from './radius-sessions.routes.ts'
