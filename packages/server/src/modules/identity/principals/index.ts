export { type Lender, readLender, standingText } from './lenders.ts'
export { type Principal, readPrincipal } from './principals.repository.ts'
export { sessionContexts } from './session-contexts.ts'
