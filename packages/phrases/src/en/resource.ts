/* Written by `npm run modules`. */
import type apiApplications from './resource/apiApplications.json'
import type apis from './resource/apis.json'
import type applications from './resource/applications.json'
import type decisions from './resource/decisions.json'
import type definitions from './resource/definitions.json'
import type flows from './resource/flows.json'
import type grids from './resource/grids.json'
import type identityProviders from './resource/identityProviders.json'
import type ipLists from './resource/ipLists.json'
import type oauthRoles from './resource/oauthRoles.json'
import type oidcClaims from './resource/oidcClaims.json'
import type portal from './resource/portal.json'
import type radius from './resource/radius.json'
import type rules from './resource/rules.json'
import type saml from './resource/saml.json'
import type syslog from './resource/syslog.json'
import type templates from './resource/templates.json'
import type tokens from './resource/tokens.json'
import type transactions from './resource/transactions.json'
import type tryApi from './resource/tryApi.json'
import type weakestWays from './resource/weakestWays.json'
import type webhooks from './resource/webhooks.json'
import type whatIfs from './resource/whatIfs.json'

/** The texts of `en/resource/`, by file. */
export interface Resource {
  apiApplications: typeof apiApplications
  apis: typeof apis
  applications: typeof applications
  decisions: typeof decisions
  definitions: typeof definitions
  flows: typeof flows
  grids: typeof grids
  identityProviders: typeof identityProviders
  ipLists: typeof ipLists
  oauthRoles: typeof oauthRoles
  oidcClaims: typeof oidcClaims
  portal: typeof portal
  radius: typeof radius
  rules: typeof rules
  saml: typeof saml
  syslog: typeof syslog
  templates: typeof templates
  tokens: typeof tokens
  transactions: typeof transactions
  tryApi: typeof tryApi
  weakestWays: typeof weakestWays
  webhooks: typeof webhooks
  whatIfs: typeof whatIfs
}
