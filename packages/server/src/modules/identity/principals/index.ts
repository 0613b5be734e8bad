export { type Principal, readPrincipal } from './principals.repository.ts'
export { sessionContexts } from './session-contexts.ts'
