import type { Route } from '../../kit/routes.ts'

/** A class of calls: `METHOD path` without what all paths begin with. */
interface Class {
  readonly reason: string
  readonly calls: RegExp
}

/** What takes a fresh proof, each with what a session in the wrong hands could do by it. */
export const sensitiveClasses: readonly Class[] = [
  {
    reason: 'gives administrators rights',
    calls: /^\S+ v1\/(users\/:userid\/(?:sp)?roles\/:roleid|siteroles)/,
  },
  {
    reason: 'says who vouches for users',
    calls: /^(?!POST \S+\/configuration$)\S+ v1\/(identityproviders|passthrough)\b/,
  },
  {
    reason: 'says what a sign-in asks for and who is let in',
    calls:
      /^\S+ (v2\/(authenticationflows|resourcerules)|v1\/(acrs|iplists|whatifs\/:id\/publish|settings\/(riskengine(?!\/riskfactors)|transaction|grouppolicy)))/,
  },
  {
    reason: 'changes settings: authenticators, sessions, the mail server, trusted certificates',
    calls:
      /^(PUT|DELETE) (v1\/settings\/(?!kba\/questions|riskengine|transaction|grouppolicy)|v3\/settings\/|issuance\/mobileflashpasssettings$)|^POST v1\/settings\/emailserver\/oauth/,
  },
  {
    reason: 'gives applications access, or says where codes, tokens and assertions go',
    calls:
      /^(POST|PUT) v1\/(applications\/(?!useroauthtokens|siem\/syslog)|agents\/(idg|siem|radius|site))|^DELETE v1\/applications\/saml\/certificates/,
  },
  {
    reason: 'says what applications are told of users and may do for them',
    calls:
      /^\S+ v1\/(applications\/oidcclaims|oauthroles|useroauthrole)|^(POST|PUT) v1\/(resourceserverscopes|resourceserverapis(?!\/useroauthtokens))/,
  },
  {
    reason: 'takes data of many users out of the service',
    calls:
      /^(POST v1\/listexports|GET v1\/(listexports\/:id\/file|reports\/:id\/(csv|pdf)|archivedaudits\/:id\/download)|POST issuance\/enrollments\/export)$|^(POST|PUT) v1\/applications\/siem\/syslog(\/:id)?$|^(POST v1\/webhooks(\/:id\/secret)?|PUT v1\/webhooks\/:id)$/,
  },
  {
    reason: 'lends the caller’s rights to work that goes on without them',
    calls:
      /^(POST|PUT) v1\/tasks\/scheduled(\/:id)?$|^PUT v1\/bulkoperations\/\w+\/:id\/(start|renewcredentials)$/,
  },
  {
    reason: 'hands out a secret of a user',
    calls: /^GET v1\/(grids\/:gridid\/export|mobileFlashPass\/downloadUri)/,
  },
  {
    reason: 'hands out a way to become a user',
    calls: /^POST v1\/users\/:userid\/invitation\/link$/,
  },
  {
    reason: 'keeps keys and passwords of other systems',
    calls:
      /^(POST|PUT) issuance\/(externaldatabases(\/:databaseId)?|smartcards\/:cardType(\/:id)?)$/,
  },
  { reason: 'makes a tenant with its first administrator', calls: /^POST v1\/subscribers$/ },
  { reason: 'takes a tenant out of the service', calls: /^GET v4\/tenants\/:id\/export$/ },
  {
    reason: 'erases a tenant, or says how soon',
    calls: /^DELETE v4\/tenants\/:id$|^PUT v1\/serviceprovider\/tenantdeletionsettings$/,
  },
  {
    reason: 'stops the tests of isolation',
    calls: /^PUT v1\/serviceprovider\/isolation\/settings$/,
  },
]

/** A call as the classes name it. */
export const callOf = ({ endpoint }: Route): string =>
  `${endpoint.method} ${endpoint.path.replace(/^\/api\/(web\/)?/, '')}`
