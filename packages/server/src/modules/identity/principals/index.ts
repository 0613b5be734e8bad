export { lendingActor, readLender, standingText } from './lenders.ts'
export { actorOf, isCallableFrom, type PrincipalActor } from './principal-actor.ts'
export { type Principal, readPrincipal } from './principals.repository.ts'
export { sessionContexts } from './session-contexts.ts'
