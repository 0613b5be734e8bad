export { endSessions, keepSession } from './radius-sessions.repository.ts'
