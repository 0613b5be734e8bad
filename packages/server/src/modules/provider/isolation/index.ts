export type { Dispatch } from './caller.ts'
export { type IsolationParts, runDueIsolation } from './run.ts'
