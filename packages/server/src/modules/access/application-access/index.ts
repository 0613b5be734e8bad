export { areReachable } from './classes.ts'
export { type Access, type Asked, isGoverned, judgeAccess } from './judge-access.ts'
export { readOpenSession } from './open-sessions.repository.ts'
