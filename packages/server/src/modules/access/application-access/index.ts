export { areReachable } from './classes.ts'
export { type Access, isGoverned, judgeAccess } from './judge-access.ts'
