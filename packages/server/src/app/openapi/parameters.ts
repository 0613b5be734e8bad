import type { Endpoint } from '@signet/contract/kit/endpoint'
import type { z } from 'zod'
import { isJson, type Json } from './json.ts'

/** What the last segment before an ID names. */
const nouns: Readonly<Record<string, string>> = {
  accessdecisions: 'access decision',
  adminapi: 'Administration API application',
  alerts: 'alert',
  applications: 'application',
  archivedaudits: 'archive',
  authapi: 'Authentication API application',
  authenticationflows: 'authentication flow',
  certificates: 'certificate',
  challenge: 'user',
  complete: 'user',
  desktops: 'desktop',
  enrollments: 'enrollment',
  grids: 'grid card',
  grouppolicy: 'group policy',
  groups: 'group',
  identityproviders: 'identity provider',
  idg: 'identity gateway',
  iplists: 'IP list',
  issuanceapi: 'Issuance API application',
  items: 'transaction item',
  listexports: 'export',
  listviews: 'saved view',
  machines: 'device',
  mobileFlashPass: 'request for flash passes',
  oauthroles: 'OAuth role',
  'applications/oidc': 'OpenID Connect application',
  'identityproviders/oidc': 'identity provider',
  oidcclaims: 'claim',
  organizations: 'organization',
  passthrough: 'passthrough definition',
  print: 'print batch',
  'agents/radius': 'RADIUS agent',
  'applications/radius': 'RADIUS application',
  reports: 'report',
  resource: 'resource',
  questions: 'question',
  resourcerules: 'resource rule',
  resourceserverapis: 'API',
  resourceserverscopes: 'scope',
  riskengine: 'risk engine',
  roles: 'role',
  rules: 'rule',
  'applications/saml': 'SAML application',
  'self/identityproviders': 'linked account',
  userquestions: 'question',
  'identityproviders/saml': 'identity provider',
  scheduled: 'scheduled task',
  sessions: 'session',
  siem: 'SIEM application',
  signups: 'sign-up',
  site: 'site agent',
  siteroles: 'administrator role',
  smartcards: 'smart card',
  'smartcards/:cardType': 'smart card profile',
  subscribers: 'subscriber',
  syslog: 'syslog application',
  test: 'webhook',
  userattributes: 'user attribute',
  userapplication: 'application',
  users: 'user',
  variablegraphics: 'variable graphic',
  webhooks: 'webhook',
  whatifs: 'what-if check',
}

/** Parameters that mean the same wherever they occur. */
const meanings: Readonly<Record<string, string>> = {
  CredentialDesignTemplateId: 'The template, by its fixed name.',
  accountId: 'ID of the account, as the fleet search lists it.',
  acsUrlId: 'Index of the assertion consumer to answer to.',
  action: 'What the assistant is asked.',
  after: 'The number of the last line that was read; 0 to begin with the first.',
  apiId: 'Only the scopes of this API.',
  appid: 'ID of the client that is granted access.',
  applicationId: 'ID of the application to sign in to.',
  applicationType: 'The kind of agent.',
  attribute: 'Name of the attribute.',
  attributeValue: 'The value that the filter is tried on.',
  authenticator: 'The authenticator that is used.',
  bundle: 'The flag to switch.',
  callid: 'ID of the help desk call.',
  cancel: '`true` to decline instead.',
  cardType: 'The technology of the card.',
  claimToken: 'From the link that the recipient was sent.',
  clientId: 'The `client_id` that registering answered.',
  client_id: 'The client that asks.',
  code: 'The authorization code.',
  complete: '`true` to complete the sign-in in this browser.',
  credentialDesignId: 'ID of the card design.',
  credits: 'How many passes are wanted.',
  databaseId: 'ID of the external database.',
  days: 'How many days to count, today included.',
  designId: 'ID of the flash pass design.',
  deviceid: 'The device ID, as the mail gateway reports it.',
  deviceId: 'Serial ID of the printer, as it reports it.',
  echostr: 'Sent back as it is, to prove control of the URL.',
  enrollmentDesignName: 'Name of the enrollment design.',
  enrollmentId: 'ID of the enrollment.',
  enrollmentTokenJson: 'The token of the download link, as JSON.',
  error: 'Error code of the provider.',
  error_description: 'Why it was refused, in words.',
  eventid: 'ID of the audit event.',
  expiry: 'Until when the credits are needed.',
  faceid: 'ID of the face.',
  fidoid: 'ID of the passkey.',
  fieldId: 'ID of the field in the enrollment design.',
  fields: 'Only these fields, separated by commas.',
  force: '`true` deletes it even if rules refer to it.',
  format: 'File format of the card.',
  from: 'Position of the first card to cancel.',
  grant_type: 'The OAuth grant.',
  gridid: 'ID of the grid card.',
  id_token_hint: 'The ID token that the session began with.',
  idpId: 'ID of the identity provider.',
  key: 'The one-time key of the connection, from the start of the authorization.',
  limit: 'How many items a page has at most.',
  linkid: 'ID of the linked account.',
  list: 'The list, by its name.',
  locale: 'Language of the texts.',
  magicToken: 'The token of the magic link.',
  mobileFlashPassDesignId: 'ID of the flash pass design.',
  nonce: 'Random text that is part of what was signed.',
  oauthusertokenid: 'ID of the grant, as the list of tokens shows it.',
  offset: 'How many items to skip.',
  only: '`ERROR` for the failed rows only.',
  orgid: 'ID of the organization.',
  platform: 'The kind of device.',
  post_logout_redirect_uri: 'Where the browser goes afterwards; it must be registered.',
  printJobId: 'ID of the print job.',
  printStatusId: 'ID of the print status.',
  printerId: 'ID of the printer.',
  printerType: 'Only printers of this type.',
  pushid: 'ID of the waiting request.',
  query: 'Text to search for.',
  RelayState: 'Returned to the sender as it is.',
  refresh_token: 'The refresh token; each is accepted once.',
  registrationFlow: 'Where the face is captured.',
  request: 'The signed request object (RFC 9101).',
  responseId: 'Names the voice call; from the call itself.',
  ribbonId: 'Product number of the ribbon.',
  roleid: 'ID of the role.',
  SAMLRequest: 'Base64; with GET deflated before that (SAML bindings, 3.4.4.1).',
  SAMLResponse: 'Base64; with GET deflated before that (SAML bindings, 3.4.4.1).',
  scope: 'The OAuth scope.',
  search: 'Part of a name.',
  serial: 'Serial number of the grid card.',
  sernum: 'The serial number.',
  SigAlg: 'URI of the signature algorithm.',
  Signature: 'Signature over the query, base64.',
  signature: 'Signature over `timestamp`, `nonce` and the shared token.',
  state: 'Returned to the caller as it is.',
  tableName: 'Name of the table in the external database.',
  tenantId: 'ID of the tenant that owns the printer.',
  tenantid: 'ID of the tenant, which is the provider’s own or below it.',
  timestamp: 'Seconds since 1970; part of what was signed.',
  tokenid: 'ID of the token.',
  transformType: 'What to do with the image.',
  type: 'The type, from the list in the schema.',
  userId: 'ID of the user.',
  userid: 'ID of the user.',
  useruuid: 'ID of the user.',
  version: 'The version of the design; the latest without it.',
  walletType: 'The wallet of the recipient’s device.',
  withStatus: '`true` to include the current state of each printer.',
  workflowId: 'ID of the enrollment design.',
}

/** What the nearest segments before `:id` that name a kind of object say. */
const nounOf = (path: string): string | undefined => {
  if (path.includes('/bulkoperations/')) return 'bulk operation'
  if (path.includes('/async/')) return 'job'
  const before = path.slice(0, path.lastIndexOf('/:id')).split('/').toReversed()
  return before
    .map((segment, index) => nouns[`${before[index + 1]}/${segment}`] ?? nouns[segment])
    .find((noun) => noun !== undefined)
}

const descriptionOf = (
  { about, path }: Endpoint,
  name: string,
  field: z.ZodType,
): string | undefined => {
  if (field.description !== undefined) return field.description
  if (name !== 'id') return meanings[name]
  const noun = about?.noun ?? nounOf(path)
  return noun === undefined ? undefined : `ID of the ${noun}.`
}

interface Parameters {
  readonly endpoint: Endpoint
  readonly place: 'path' | 'query'
}

/** The parameters of one place. @throws for one that `meanings` does not describe */
export const parametersOf = (
  { endpoint, place }: Parameters,
  schemaOf: (field: z.ZodType) => Json,
): Json[] =>
  Object.entries((place === 'path' ? endpoint.params : endpoint.query)?.shape ?? {}).map(
    ([name, field]) => {
      const description = descriptionOf(endpoint, name, field)
      if (description === undefined)
        throw new Error(`app/openapi/parameters.ts does not describe ${name} of ${endpoint.path}`)
      const { description: _own, ...rest } = schemaOf(field)
      const isRequired = place === 'path' || !field.safeParse(undefined).success
      return {
        name,
        in: place,
        required: isRequired,
        description,
        schema: isJson(rest) ? rest : {},
      }
    },
  )
