export { type Lender, readLender, standingText } from './lenders.ts'
export { actorOf, isCallableFrom } from './principal-actor.ts'
export { type Principal, readPrincipal } from './principals.repository.ts'
export { sessionContexts } from './session-contexts.ts'
