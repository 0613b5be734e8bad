import type { Endpoint } from '@signet/contract/kit/endpoint'

/** A subject of the API: its name, what it is about, and the beginnings of its paths behind the version. */
type Subject = readonly [name: string, description: string, ...prefixes: string[]]

const subjects: readonly Subject[] = [
  [
    'Access decisions',
    'Why sign-ins were allowed or denied, kept with every factor that was judged.',
    'accessdecisions',
    'accessdecisionspaged',
  ],
  [
    'Account',
    'The tenant itself: its name, place, support contact and the addresses it calls from.',
    'accountinfo',
    'account',
    'serviceipaddresses',
    'customersupport',
    'ui',
  ],
  [
    'Agents',
    'Programs that run in a customer’s network: RADIUS agents, site agents at card readers, identity gateways.',
    'agents',
  ],
  [
    'API applications',
    'Programs that call these APIs in their own name with a shared secret.',
    'adminapi',
    'applications/adminapi',
    'applications/authapi',
    'applications/idg',
    'applications/issuanceapi',
    'applications/siem',
    'applications/agents',
  ],
  [
    'API protection',
    'APIs of the customer that accept access tokens of this issuer, with their scopes and client credentials.',
    'resourceserverapis',
    'resourceserverscopes',
    'resourcecontexts',
    'clientcredentialsgrant',
  ],
  [
    'Applications',
    'What users sign in to, of every protocol, and the templates new ones start from.',
    'applications',
    'applicationinfo',
  ],
  [
    'Archives',
    'Months of the audit log that are kept as files and can be opened again.',
    'archivedaudits',
  ],
  [
    'Asynchronous jobs',
    'Work that a call starts and another call fetches: submit, status, result.',
    'async',
  ],
  [
    'Authentication',
    'Sign-in step by step: query, challenge, answer, and what comes next.',
    'authentication',
    'service',
  ],
  [
    'Authentication flows',
    'Which factors users need to sign in, and what skips the second one.',
    'authenticationflows',
    'acrs',
  ],
  [
    'Authenticator codes',
    'One-time passcodes that are sent, temporary access codes and magic links.',
    'otps',
  ],
  [
    'Authenticator verification',
    'Checks of one authenticator outside a sign-in, for help desks and programs.',
    'verify',
  ],
  [
    'Bulk operations',
    'Imports and changes of many objects by file: upload, map columns, preview, run, and the outcome row by row.',
    'bulkoperations',
  ],
  [
    'Card designs',
    'What is printed on cards: designs, templates, variable graphics, barcodes and images.',
    'credentialdesigns',
    'credentialdesigntemplates',
    'variablegraphics',
    'barcodes',
    'images',
  ],
  ['Certificates of users', 'Sign-in with the certificate of the TLS connection.', 'ssl'],
  [
    'Contact verification',
    'Proof that an email address or telephone number is the user’s.',
    'contact',
  ],
  ['Directories', 'Users that a directory owns, handed over or taken back.', 'syncusers'],
  [
    'Emails',
    'Email templates, and the log of emails and text messages with their delivery state.',
    'templates',
    'emailmessages',
    'emailmessagespaged',
    'textmessagespaged',
  ],
  [
    'Enrollment designs',
    'Which data is collected of a person before a card or pass is issued.',
    'v2/workflowdesigns',
    'v3/workflowdesigns',
    'workflowdesigns',
    'fieldconnections',
  ],
  [
    'Enrollments',
    'Records of people by an enrollment design: values, photos, cards and passes.',
    'enrollments',
    'enrollment',
    'groups/issuance',
    'issuance/groups',
    'issuance/groupspaged',
  ],
  [
    'Entitlements',
    'Features and bundles of the account, and how much of them is used.',
    'entitlements',
  ],
  [
    'External authenticators',
    'Authenticators that another system verifies.',
    'externalcredentials',
  ],
  [
    'External databases',
    'Databases of the customer whose values enrollments read and write.',
    'externaldatabases',
  ],
  ['Face authentication', 'Faces that a provider registers and verifies.', 'face', 'webhook/face'],
  [
    'Flash passes',
    'Passes for Apple and Google wallets: designs, issuing, revoking, downloads.',
    'mobileFlashPass',
    'mobileflashpassdesigns',
    'mobileflashpasssettings',
  ],
  [
    'Grid cards',
    'Cards with cells of characters: inventory, assignment, states.',
    'grids',
    'gridspaged',
  ],
  [
    'Group policies',
    'Settings that apply to the users of some groups instead of everyone.',
    'settings/grouppolicy',
  ],
  [
    'Groups',
    'Groups that organize users for filtering and delegated administration.',
    'groups',
    'groupspaged',
    'userauthorizationgroup',
  ],
  [
    'Identity providers',
    'OpenID Connect and SAML providers that users sign in with.',
    'identityproviders',
    'domainbasedidentityproviders',
  ],
  [
    'IP lists',
    'Named lists of networks that rules refer to, and where IP addresses are.',
    'iplists',
    'iplocations',
  ],
  ['List exports', 'Lists as CSV files, kept for a day.', 'listexports'],
  [
    'List views',
    'Search, order, columns and filters of a list under a name: own views and shared ones.',
    'listviews',
  ],
  ['OAuth callbacks', 'Where providers send browsers back to after an authorization.', 'oauth'],
  [
    'OAuth roles',
    'Roles that applications read in tokens.',
    'oauthroles',
    'useroauthrole',
    'useroauthtokens',
  ],
  [
    'OIDC applications',
    'OpenID Connect and OAuth clients, and the claims they receive.',
    'applications/oidc',
    'applications/oidcclaims',
  ],
  [
    'OpenID Connect',
    'The provider’s own endpoints: metadata, keys, client registration, sign-out.',
    'oidc',
  ],
  [
    'Organizations',
    'Companies or branches that users belong to and sign in for.',
    'organizations',
    'organizationspaged',
  ],
  ['Passkeys', 'FIDO2 passkeys: registration by an administrator, names, states.', 'fidotokens'],
  ['Passthrough', 'Authentication that a service of the customer decides.', 'passthrough'],
  [
    'Print jobs',
    'Cards to print and their progress from queue to card.',
    'print',
    'prints',
    'printcounts',
    'printpreview',
  ],
  [
    'Printer fleet',
    'Printers of all accounts, for the provider that looks after them.',
    'printersearch',
  ],
  [
    'Printers',
    'Card printers: settings, supplies, care and alerts.',
    'printers',
    'printerdashboard',
    'alerts',
  ],
  ['RADIUS applications', 'RADIUS clients such as VPN gateways.', 'applications/radius'],
  [
    'Reports',
    'Counts over time, the audit log and saved reports, also on a schedule.',
    'reports',
    'reportspaged',
    'tasks',
  ],
  [
    'Resource rules',
    'Who may open which application under which conditions.',
    'resourcerules',
    'transactionrules',
  ],
  [
    'Roles',
    'Administrator roles and the permissions they grant.',
    'roles',
    'siteroles',
    'permissions',
  ],
  [
    'SAML',
    'The SAML identity provider’s own endpoints: metadata, single sign-on, single logout.',
    'saml',
  ],
  [
    'SAML applications',
    'SAML service providers and the certificates that sign for them.',
    'applications/saml',
  ],
  ['Self-service', 'What signed-in users do for themselves in the user portal.', 'self'],
  ['Settings', 'Settings of the tenant, by family.', 'settings'],
  ['Setup links', 'The first sign-in of a new account’s administrator.', 'setup'],
  [
    'Sign-up',
    'Accounts that users request by their email address.',
    'signup',
    'signups',
    'signupspaged',
  ],
  [
    'Smart cards',
    'Smart card profiles, the cards they are written to, and the readers of site agents.',
    'smartcards',
    'smartcardspaged',
    'cardreaders',
  ],
  [
    'Soft tokens',
    'What the authenticator app calls: claiming a token, waiting requests, answers.',
    'softtokens',
  ],
  ['Subscribers', 'Tenants of a provider, and how a tenant looks to its users.', 'subscribers'],
  [
    'Tokens',
    'Hardware and software tokens for one-time passcodes and approvals.',
    'tokens',
    'tokenspaged',
    'user',
  ],
  [
    'User attributes',
    'Fields of users, those of the product and the tenant’s own.',
    'userattributes',
  ],
  [
    'Users',
    'Users and what they hold: authenticators, groups, roles, sessions, devices.',
    'users',
    'userspaged',
  ],
  [
    'Voice assistants',
    'Assistants that users link with themselves to ask about printers.',
    'voice',
  ],
  [
    'Weakest ways in',
    'The cheapest way to sign in as a user, by the authenticators they hold and the rules in force.',
    'weakestways',
  ],
  [
    'Webhooks',
    'Receivers of audit events, their secrets and deliveries.',
    'webhooks',
    'webhookevents',
  ],
  ['What-if checks', 'A change of rules tried on recorded sign-ins before it is made.', 'whatifs'],
]

const byPrefix = new Map(
  subjects.flatMap(([name, , ...prefixes]) => prefixes.map((prefix) => [prefix, name] as const)),
)

/** Segments before the subject: `/api/web/v3/users` is about users, `/api/oidc/jwks` about OpenID Connect. */
const beforeSubject = /^\/api\/(?:web\/(?:api\/)?(?:v\d\/)?(?:issuance\/)?)?/

/** The subject of a call. @throws for a path that no subject claims */
export const tagOf = ({ about, path }: Pick<Endpoint, 'about' | 'path'>): string => {
  if (about?.tag !== undefined) return about.tag.name
  const parts = path.replace(beforeSubject, '').split('/')
  for (let length = Math.min(parts.length, 2); length > 0; length -= 1) {
    const found = byPrefix.get(parts.slice(0, length).join('/'))
    if (found !== undefined) return found
  }
  throw new Error(`no subject of app/openapi/tags.ts claims ${path}`)
}

/** The subjects of these calls by name, as a document declares them. */
export const tagsOf = (calls: readonly Pick<Endpoint, 'about' | 'path'>[]) => {
  const used = new Set(calls.map(tagOf))
  const tags = calls.flatMap(({ about }) => about?.tag ?? [])
  const declared = new Map(tags.map((tag) => [tag.name, tag]))
  const listed = subjects
    .filter(([name]) => used.has(name))
    .map(([name, description]) => ({ name, description }))
  return [...listed, ...declared.values()].toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
}
