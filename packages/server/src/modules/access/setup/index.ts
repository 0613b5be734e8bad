export { addressOf } from './addresses.ts'
export { recoverAdministrator } from './recovery.service.ts'
export { createSetupLink, setupLinkFor } from './setup.service.ts'
