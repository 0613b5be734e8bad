export { hasAdministrator, isSetupOpen } from './administrators.ts'
export {
  findSetupLink,
  nameAccount,
  newSetupLink,
  removeBegun,
  type SetupLink,
  useSetupLink,
} from './setup-links.repository.ts'
