export {
  create as createOauthRole,
  replaceOf as replaceOauthRolesOf,
} from './oauth-roles.service.ts'
