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
    calls: /^\S+ v1\/(users\/:userid\/roles\/:roleid|siteroles)/,
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
    reason: 'keeps keys and passwords of other systems',
    calls:
      /^(POST|PUT) issuance\/(externaldatabases(\/:databaseId)?|smartcards\/:cardType(\/:id)?)$/,
  },
  { reason: 'makes a tenant with its first administrator', calls: /^POST v1\/subscribers$/ },
]

/** What changes without a fresh proof, each with the reviewer's reason. */
export const ordinaryClasses: readonly Class[] = [
  {
    reason:
      'daily work on users: by administrators who hold as much as them, in their groups, with a notice to the user',
    calls:
      /^\S+ (v[13]\/(users|syncusers|userauthorizationgroup|signups)(?!\/:userid\/roles)\b|v1\/(groups|organizations)\/:\w+\/users)/,
  },
  {
    reason: 'daily work on the authenticators of users, as above',
    calls: /^\S+ v[12]\/(users\/\S+|tokens|grids|otps|fidotokens|face|externalcredentials)(\/|$)/,
  },
  {
    reason: 'proves somebody who is on the phone or at another application',
    calls: /^POST v1\/(verify|authentication)\//,
  },
  {
    reason: 'orders people; who is in a group gives no rights that its administrator lacks',
    calls:
      /^\S+ v1\/(groups|organizations|userattributes)(\/:id|\/multiple)?$|^DELETE v1\/groups\/:id\/users$/,
  },
  {
    reason: 'takes access away, and gives none',
    calls:
      /^DELETE (v1\/(applications\/(?!oidcclaims|saml\/certificates)|agents|resourceserver|webhooks|tasks|listexports|reports)|issuance\/(externaldatabases|smartcards))|^PUT v1\/(resourceserverapis|applications)\/useroauthtokens\/:id$|^PUT v1\/reports\/:id\/cancel$/,
  },
  {
    reason: 'tries what is configured, and keeps nothing',
    calls:
      /^POST (v1\/settings\/(emailserver|sdp)\/testconnection|v1\/settings\/(httpconnectors|activesync)\/test|v1\/identityproviders\/oidc\/configuration|issuance\/externaldatabases\/testconnection|v1\/webhooks\/test\/:id|v1\/applications\/siem\/syslog\/:id\/test|v1\/settings\/riskengine\/riskfactors)$/,
  },
  {
    reason: 'notes that a test email arrived: nothing goes another way for it',
    calls: /^POST v1\/settings\/emailserver\/arrival$/,
  },
  {
    reason: 'words and looks, whose links the service makes',
    calls:
      /^\S+ v1\/(templates\/email|accountinfo|subscribers\/:id|settings\/kba\/questions|customersupport)/,
  },
  {
    reason: 'looks ahead, and changes nothing that is in force',
    calls: /^\S+ v1\/whatifs(?!\/:id\/publish)/,
  },
  {
    reason: 'stays inside the service: its files are asked for when they leave',
    calls:
      /^(POST v1\/reports|PUT v1\/reports\/:id\/renewcredentials|POST v1\/archivedaudits|(POST|DELETE) v1\/archivedaudits\/:id\/reading)$/,
  },
  {
    reason: 'sends again, to where it was to go',
    calls: /^POST v1\/(webhooks\/:id\/deliveries\/|tasks\/scheduled\/:id\/run)/,
  },
  {
    reason: 'prepares a bulk operation, which is asked for when it starts',
    calls: /^(POST|DELETE|PUT) v1\/bulkoperations\/\w+(\/:id(\/(cancel|file|columns|parts))?)?$/,
  },
  {
    reason: 'daily work of issuance: records, designs, printers and cards',
    calls:
      /^\S+ (issuance\/(credentialdesigns|enrollments(?!\/export)|printerdashboard|printersearch|alerts|printers|v[23]\/workflowdesigns|fieldconnections|mobileflashpassdesigns|variablegraphics|voice|smartcards\/:cardType\/:id\/)|v[12]\/(enrollment|enrollments|printers|print|prints|smartcards|mobileFlashPass)(\/|$))/,
  },
]

/** A call as the classes name it. */
export const callOf = ({ endpoint }: Route): string =>
  `${endpoint.method} ${endpoint.path.replace(/^\/api\/(web\/)?/, '')}`
