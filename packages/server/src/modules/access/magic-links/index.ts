export { createMagicLinkDoor } from './magic-links.routes.ts'
