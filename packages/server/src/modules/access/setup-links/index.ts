export {
  findSetupLink,
  nameAccount,
  newSetupLink,
  type SetupLink,
  useSetupLink,
} from './setup-links.repository.ts'
