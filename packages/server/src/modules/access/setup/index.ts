export { recoverAdministrator } from './recovery.service.ts'
export { setupRoutes } from './setup.routes.ts'
export { createSetupLink, setupLinkFor } from './setup.service.ts'
