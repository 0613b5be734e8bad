export { createUpstreamDoor } from './upstream-sign-in.routes.ts'
