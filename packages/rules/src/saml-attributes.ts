import { userAttributeIds } from './users.ts'

/* What SAML applications are told of people: from which attribute of users, by which name. */

/** Sources that are made of others, beside the attributes of users. */
export const composedSources = ['pairwise', 'displayName'] as const
/** Only within a template: the host of the tenant, which is the scope of names like `ann@id.example.org`. */
export const scopePlaceholder = 'domain'

const placeholder = /\{([^{}]*)\}/g

/** Whether a source is text with attributes in braces: `{userid}@example.org`. */
export const isValueTemplate = (source: string): boolean => source.includes('{')

const spelled = new Map<string, string>(
  [...userAttributeIds, ...composedSources, scopePlaceholder].map((id) => [id.toLowerCase(), id]),
)

/** The names in braces of a template; the product's own in its spelling, however they are written. */
export const placeholdersIn = (template: string): readonly string[] =>
  [...template.matchAll(placeholder)].map(([, written = '']) => {
    const name = written.trim()
    return spelled.get(name.toLowerCase()) ?? name
  })

/** Braces come in pairs, and something stands in each. */
export const isWellFormedTemplate = (template: string): boolean =>
  !/[{}]/.test(template.replace(placeholder, '')) &&
  placeholdersIn(template).every((name) => name !== '')

/** The text that a template stands for; null where something of it has no value. */
export const filledTemplate = (
  template: string,
  valueOf: (name: string) => string | null,
): string | null => {
  const values = placeholdersIn(template).map(valueOf)
  if (values.includes(null)) return null
  let at = 0
  return template.replace(placeholder, () => values[at++] ?? '')
}

export interface SuggestedSource {
  readonly source: 'USER_ATTRIBUTE' | 'GROUPS' | 'ROLES'
  readonly value: string
}

const attribute = (value: string): SuggestedSource => ({ source: 'USER_ATTRIBUTE', value })
const scoped = attribute(`{userid}@{${scopePlaceholder}}`)
const groups: SuggestedSource = { source: 'GROUPS', value: '' }

const claims = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/'
const microsoft = 'http://schemas.microsoft.com/'

/** Names by which service providers ask, in small letters: words, object identifiers, URIs of claims. */
const sources = new Map<string, SuggestedSource>([
  ...['mail', 'email', 'e-mail', 'emailaddress', 'user.email', 'user_email'].map(
    (name) => [name, attribute('email')] as const,
  ),
  ['urn:oid:0.9.2342.19200300.100.1.3', attribute('email')],
  ['urn:oid:1.2.840.113549.1.9.1', attribute('email')],
  [`${claims}emailaddress`, attribute('email')],
  ...['givenname', 'firstname', 'first_name', 'user.firstname'].map(
    (name) => [name, attribute('firstname')] as const,
  ),
  ['urn:oid:2.5.4.42', attribute('firstname')],
  [`${claims}givenname`, attribute('firstname')],
  ...['sn', 'surname', 'lastname', 'last_name', 'user.lastname'].map(
    (name) => [name, attribute('lastname')] as const,
  ),
  ['urn:oid:2.5.4.4', attribute('lastname')],
  [`${claims}surname`, attribute('lastname')],
  ...['displayname', 'display_name', 'cn', 'commonname', 'name', 'fullname'].map(
    (name) => [name, attribute('displayName')] as const,
  ),
  ['urn:oid:2.16.840.1.113730.3.1.241', attribute('displayName')],
  ['urn:oid:2.5.4.3', attribute('displayName')],
  [`${microsoft}identity/claims/displayname`, attribute('displayName')],
  ...['uid', 'userid', 'user_id', 'username', 'user.username', 'login'].map(
    (name) => [name, attribute('userid')] as const,
  ),
  ['urn:oid:0.9.2342.19200300.100.1.1', attribute('userid')],
  [`${claims}name`, attribute('userid')],
  ...['mobile', 'telephonenumber', 'phone'].map(
    (name) => [name, attribute(name === 'mobile' ? 'mobile' : 'phone')] as const,
  ),
  ['urn:oid:0.9.2342.19200300.100.1.41', attribute('mobile')],
  ['urn:oid:2.5.4.20', attribute('phone')],
  ['preferredlanguage', attribute('locale')],
  ['urn:oid:2.16.840.1.113730.3.1.39', attribute('locale')],
  ['userprincipalname', attribute('userPrincipalName')],
  [`${claims}upn`, attribute('userPrincipalName')],
  ['edupersonprincipalname', scoped],
  ['urn:oid:1.3.6.1.4.1.5923.1.1.1.6', scoped],
  ['urn:oasis:names:tc:saml:attribute:pairwise-id', attribute('{pairwise}@{domain}')],
  ['urn:oasis:names:tc:saml:attribute:subject-id', attribute('{uniqueUserid}@{domain}')],
  ['groups', groups],
  ['group', groups],
  ['memberof', groups],
  ['ismemberof', groups],
  ['urn:oid:1.3.6.1.4.1.5923.1.5.1.1', groups],
  [`${microsoft}ws/2008/06/identity/claims/groups`, groups],
  ['roles', { source: 'ROLES', value: '' }],
  ['role', { source: 'ROLES', value: '' }],
  [`${microsoft}ws/2008/06/identity/claims/role`, { source: 'ROLES', value: '' }],
])

/** What an attribute is filled from that a service provider asks for; null for one that nobody knows. */
export const suggestedSource = (name: string, friendlyName = ''): SuggestedSource | null =>
  sources.get(name.trim().toLowerCase()) ?? sources.get(friendlyName.trim().toLowerCase()) ?? null

/** What an application is told that has not said what it wants to know: names that most products read. */
export const usualSamlAttributes = ['mail', 'givenName', 'sn', 'displayName', 'uid'] as const
