import { gridKinds, takenOverKinds, tokenKinds } from './bulk-authenticators.ts'
import { cardKinds, passKinds, smartCardKinds } from './bulk-cards.ts'
import type { BulkKindFacts } from './bulk-facts.ts'
import { groupKinds, userKinds } from './bulk-people.ts'
import { tenantKinds } from './bulk-tenants.ts'

/** Every kind of bulk operation whose subject exists. */
export const bulkKinds = {
  ...userKinds,
  ...groupKinds,
  ...tokenKinds,
  ...gridKinds,
  ...takenOverKinds,
  ...cardKinds,
  ...passKinds,
  ...smartCardKinds,
  ...tenantKinds,
} as const

export type BulkKindName = keyof typeof bulkKinds
const namesOf = (kinds: object): readonly BulkKindName[] =>
  Object.keys(kinds).filter((name): name is BulkKindName => Object.hasOwn(bulkKinds, name))

export const bulkKindNames = namesOf(bulkKinds)

/** The kinds by what they are about, in the order in which people read them. */
export const bulkSubjects = [
  { subject: 'people', kinds: namesOf(userKinds) },
  { subject: 'groups', kinds: namesOf(groupKinds) },
  { subject: 'tokens', kinds: namesOf(tokenKinds) },
  { subject: 'grids', kinds: namesOf(gridKinds) },
  { subject: 'takenOver', kinds: namesOf(takenOverKinds) },
  { subject: 'cards', kinds: namesOf(cardKinds) },
  { subject: 'passes', kinds: namesOf(passKinds) },
  { subject: 'smartCards', kinds: namesOf(smartCardKinds) },
  { subject: 'tenants', kinds: namesOf(tenantKinds) },
] as const

export const bulkKindOf = (name: BulkKindName): BulkKindFacts => bulkKinds[name]

export const bulkStates = [
  'INITIALISED',
  'UPLOADED',
  'CHECKING',
  'CHECKED',
  'RUNNING',
  'PAUSED',
  'CANCELLED',
  'COMPLETED',
  'FAILED',
] as const
export type BulkState = (typeof bulkStates)[number]

/** Nothing happens to these any more. */
export const endedBulkStates: readonly BulkState[] = ['CANCELLED', 'COMPLETED', 'FAILED']

/** Bytes of one part of an uploaded file, before Base64. */
export const bulkPartBytes = 524_288
/** Parts of one file: 1 GiB. */
export const mostBulkParts = 2048

/** How a file's records are told apart: a workbook, delimited text by its delimiter, LDIF, JSON. */
export const bulkTextFormats = ['csv,', 'csv;', 'csv\t', 'csv|', 'ldif', 'json'] as const
export const bulkFormats = ['xlsx', ...bulkTextFormats] as const
/** Delimited text whose first row is data: lists of tokens. Recognized, never chosen. */
export const bulkHeadlessFormats = ['raw,', 'raw;', 'raw\t', 'raw|', 'raw '] as const
export type BulkFormat = (typeof bulkFormats)[number] | (typeof bulkHeadlessFormats)[number]

/** Encodings that a text file may have, by their names in the Encoding Standard. */
export const bulkEncodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'shift_jis',
] as const
export type BulkEncoding = (typeof bulkEncodings)[number]

const folded = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

/** What other products call a column. */
const synonyms: Readonly<Record<string, readonly string[]>> = {
  userId: ['username', 'login', 'loginname', 'user', 'samaccountname', 'uid', 'upn'],
  firstName: ['givenname', 'forename', 'first'],
  lastName: ['surname', 'familyname', 'last', 'sn'],
  email: ['mail', 'emailaddress', 'mailaddress', 'emails'],
  mobile: ['mobilephone', 'cellphone', 'cell', 'mobilenumber'],
  phone: ['telephone', 'telephonenumber', 'phonenumber', 'phonenumbers', 'primaryphone'],
  locale: ['language', 'preferredlanguage'],
  userAliases: ['aliases', 'alias'],
  externalId: ['employeeid', 'employeenumber'],
  userPrincipalName: ['upn'],
  securityId: ['sid', 'objectsid'],
  passwordHash: ['hash', 'userpassword'],
  required: ['registrationrequired', 'verificationrequired'],
  name: ['groupname', 'group', 'displayname'],
  group: ['groups', 'groupname', 'groupnames', 'name'],
  description: ['comment'],
  serialNumber: [
    'serial',
    'sernum',
    'serialno',
    'token',
    'tokenserial',
    'tokenserialnumber',
    'tokenidentifier',
    'card',
    'cardnumber',
    'gridserial',
  ],
  response: ['code', 'firstcode', 'response1'],
  secret: [
    'seed',
    'key',
    'secretkey',
    'secretkeyhex',
    'secretkeybase32',
    'secrethex',
    'secretbase32',
    'seedhex',
    'seedbase32',
    'tokenseed',
  ],
  secretEncoding: ['encoding', 'encode', 'seedencoding', 'secretformat'],
  algorithmType: ['algorithm', 'otptype', 'type', 'mode'],
  hash: ['hashalgorithm', 'hashfunction', 'digest', 'crypto'],
  digits: ['length', 'codelength', 'otpdigits', 'otplength'],
  periodSeconds: ['period', 'timestep', 'interval', 'timeinterval', 'timewindow'],
  counter: ['movingfactor', 'eventcounter'],
  ocraSuite: ['suite'],
  cardType: ['type', 'chiptype', 'technology'],
  csn: ['uid', 'cardserialnumber', 'chipnumber', 'chipid', 'chipserialnumber'],
  manufacturer: ['maker', 'vendor'],
  tokenType: ['type'],
  contents: ['cells', 'cardcontents', 'grid'],
  numberOfGrids: ['number', 'count', 'cards', 'grids'],
  nextResponse: ['nextcode', 'secondcode', 'response2'],
  reprintReason: ['reason', 'why'],
  reprintNote: ['note', 'comment'],
  previousFate: ['fate', 'cardbefore'],
  companyName: ['company', 'organization', 'organisation', 'customer', 'tenant', 'name'],
  hostname: ['host', 'domain', 'subdomain', 'fqdn'],
  aliases: ['alias', 'hostaliases'],
  administratorEmail: ['administrator', 'admin', 'adminemail', 'email', 'mail', 'emailaddress'],
  administratorName: ['adminname', 'contact'],
  administratorLocale: ['adminlocale', 'adminlanguage'],
  bundle: ['plan', 'package', 'edition'],
  allotment: ['users', 'seats', 'licenses', 'licences', 'entitlement'],
  contractMode: ['contract'],
  contractEnd: ['enddate', 'end', 'expires', 'expiry'],
  defaultLocale: ['locale', 'language'],
  isSp: ['serviceprovider', 'provider', 'reseller'],
}

const attributePrefix = 'attribute:'
const fieldPrefix = 'field:'

/** The column of a field of an enrollment design. */
export const columnOfField = (id: string): string => `${fieldPrefix}${id}`

/** The id of the field that a column stands for; null for any other column. */
export const fieldOfColumn = (column: string): string | null =>
  column.startsWith(fieldPrefix) ? column.slice(fieldPrefix.length) : null

/** The column of an own attribute of users. */
export const columnOfAttribute = (id: string): string => `${attributePrefix}${id}`

/** The id of the own attribute that a column stands for; null for any other column. */
export const attributeOfColumn = (column: string): string | null =>
  column.startsWith(attributePrefix) ? column.slice(attributePrefix.length) : null

/** `givenName` of `name.givenName`. */
const lastMember = (header: string): string => header.slice(header.lastIndexOf('.') + 1)

/** The position of the header that seems to mean a column; null when none does. */
export const suggestedSource = (column: string, headers: readonly string[]): number | null => {
  const wanted = [folded(column), ...(synonyms[column] ?? [])]
  for (const nameOf of [(header: string) => header, lastMember]) {
    for (const word of wanted) {
      const at = headers.findIndex((header) => folded(nameOf(header)) === word)
      if (at !== -1) return at
    }
  }
  return null
}

/** Whether a header names something that is not shown again: passwords, hashes, keys. */
export const isSecretHeader = (header: string): boolean =>
  /passw|pwd|secret|hash|credential|principalkey|privatekey|seed/.test(folded(header))
