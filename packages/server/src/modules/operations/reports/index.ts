export {
  activeUsers,
  applications,
  authentications,
  authenticationsByApplication,
  authenticationsByAuthenticator,
  authenticatorTypes,
  failedAuthentications,
  outcomes,
  users,
} from './reports.service.ts'
export { textMessages } from './text-messages.ts'
