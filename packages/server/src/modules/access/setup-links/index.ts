export { hasAdministrator, isSetupOpen } from './administrators.ts'
export {
  endInvitations,
  findSetupLink,
  nameAccount,
  newSetupLinks,
  removeBegun,
  type SetupLink,
  useSetupLink,
} from './setup-links.repository.ts'
