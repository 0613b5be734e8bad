import {
  SamlApplicationChange,
  SamlAttribute,
} from '@signet/contract/applications/saml-applications'
import { z } from 'zod'
import { asPem, certificatesIn } from '../../../kit/certificate-text.ts'
import type { Application, Metadata } from './saml-applications.queries.ts'

const whole = SamlApplicationChange.required()

const filled = (lines: readonly string[]): string[] =>
  lines.map((line) => line.trim()).filter((line) => line !== '')

type Attribute = z.output<typeof SamlAttribute>

const sourceOf = (word: string): Pick<Attribute, 'source' | 'value'> => {
  if (word === 'groups') return { source: 'GROUPS', value: '' }
  if (word === 'roles') return { source: 'ROLES', value: '' }
  return { source: 'USER_ATTRIBUTE', value: word }
}

const isFilter = (text: string): boolean => /^\.filter\(.*\)\.end\(\)$/s.test(text)

/** A source is one word, or text with attributes in braces. */
const isSource = (text: string): boolean => text.includes('{') || /^[\w-]+$/.test(text)

interface Value {
  readonly value: Pick<Attribute, 'source' | 'value'>
  readonly rest: string
}

const constantOf = (text: string): Value | null => {
  const end = text.indexOf('"', 1)
  if (end < 0) return null
  const value = { source: 'CONSTANT', value: text.slice(1, end) } as const
  return { value, rest: text.slice(end + 1).trim() }
}

const readOf = (text: string): Value | null => {
  const at = text.indexOf('.filter(')
  const hasFilter = at >= 0 && isFilter(text.slice(at))
  const word = (hasFilter ? text.slice(0, at) : text).trim()
  return isSource(word) ? { value: sourceOf(word), rest: hasFilter ? text.slice(at) : '' } : null
}

/** `name = attribute`, `name = "text"`, `name = groups`, each with a filter behind it or not. */
const attributeOf = (line: string): unknown => {
  const at = line.indexOf('=')
  const text = line.slice(at + 1).trim()
  const found = text.startsWith('"') ? constantOf(text) : readOf(text)
  if (at < 1 || found === null || (found.rest !== '' && !isFilter(found.rest))) return line
  const { value, rest } = found
  return { name: line.slice(0, at).trim(), ...value, filter: rest === '' ? null : rest }
}

const lineOf = ({ name, source, value, filter }: Attribute): string => {
  const word = source === 'GROUPS' || source === 'ROLES' ? source.toLowerCase() : value
  const told = source === 'CONSTANT' ? `"${value}"` : word
  return `${name} = ${told}${filter === null ? '' : ` ${filter}`}`
}

const Attributes = z
  .array(z.string())
  .transform((lines) => filled(lines).map(attributeOf))
  .pipe(z.array(SamlAttribute))

export const SamlForm = whole
  .pick({
    name: true,
    description: true,
    enabled: true,
    entityId: true,
    idpInitiated: true,
    defaultRelayState: true,
    logoutUrl: true,
    logoutBinding: true,
    nameIdFormat: true,
    nameIdAttribute: true,
    ignoresNameIdPolicy: true,
    allowedNameIdFormats: true,
    entityDefault: true,
    signAssertion: true,
    signResponse: true,
    signatureAlgorithm: true,
    digestAlgorithm: true,
    encryptAssertion: true,
    encryptionAlgorithm: true,
    encryptionCertificate: true,
    requireSignedRequests: true,
  })
  .extend({
    assertionConsumers: z.array(z.string()).transform(filled).pipe(z.array(z.string()).min(1)),
    attributes: Attributes,
    signingCertificates: z.string().transform(certificatesIn),
  })
export type FormValues = z.input<typeof SamlForm>

export const emptyForm: FormValues = {
  name: '',
  description: '',
  enabled: true,
  entityId: '',
  assertionConsumers: [''],
  idpInitiated: false,
  defaultRelayState: '',
  logoutUrl: null,
  logoutBinding: 'REDIRECT',
  nameIdFormat: 'persistent',
  nameIdAttribute: 'pairwise',
  ignoresNameIdPolicy: false,
  allowedNameIdFormats: [],
  entityDefault: false,
  attributes: [],
  signAssertion: true,
  signResponse: true,
  signatureAlgorithm: 'RSA_SHA256',
  digestAlgorithm: 'SHA256',
  encryptAssertion: false,
  encryptionAlgorithm: 'AES256_GCM',
  encryptionCertificate: null,
  requireSignedRequests: false,
  signingCertificates: '',
}

/** What a service provider's metadata say, for a new application. */
export const fromMetadata = (told: Metadata): FormValues => ({
  ...emptyForm,
  entityId: told.entityId,
  assertionConsumers: told.assertionConsumers.map(({ url }) => url),
  logoutUrl: told.logoutUrl,
  logoutBinding: told.logoutBinding,
  nameIdFormat: told.nameIdFormat ?? 'persistent',
  nameIdAttribute: told.nameIdFormat === 'email' ? 'email' : 'pairwise',
  encryptionCertificate: told.encryptionCertificate,
  encryptAssertion: told.encryptAssertion,
  encryptionAlgorithm: told.encryptionAlgorithm ?? emptyForm.encryptionAlgorithm,
  attributes: told.attributes.map(lineOf),
  requireSignedRequests: told.requireSignedRequests && told.signingCertificates.length > 0,
  signingCertificates: told.signingCertificates.map(asPem).join('\n'),
})

export const formOf = (read: Application): FormValues => {
  const { id: _id, createdAt: _created, updatedAt: _updated, ...fields } = read
  const {
    logoUri: _l,
    nameIdFilter: _n,
    logoutResponseUrl: _r,
    assertionTtlSeconds: _a,
    ...shown
  } = fields
  return {
    ...shown,
    assertionConsumers: read.assertionConsumers.map(({ url }) => url),
    attributes: read.attributes.map(lineOf),
    signingCertificates: read.signingCertificates.map(asPem).join('\n'),
  }
}

/** Of what a form holds, what decides on names and attributes; lines that are half typed are left out. */
export const wantedOf = (
  form: Pick<FormValues, 'nameIdFormat' | 'nameIdAttribute' | 'attributes'>,
) => ({
  nameIdFormat: form.nameIdFormat,
  nameIdAttribute: form.nameIdAttribute,
  attributes: form.attributes.flatMap((line) => {
    const read = Attributes.safeParse([line])
    return read.success ? read.data : []
  }),
})

/**
 * What a form's lines cannot show of attributes, by their names: friendly names and formats, of the
 * application as it is and of what was read from metadata.
 */
type Details = ReadonlyMap<string, Pick<Attribute, 'friendlyName' | 'nameFormat'>>

const detailsOf = (attributes: readonly Attribute[] | undefined): Details =>
  new Map(attributes?.map((each) => [each.name, each]))

/** Addresses keep the index by which requests name them; what the form does not show stays. */
export const bodyOf = (
  form: z.output<typeof SamlForm>,
  before: Application | null,
  told: Metadata | null = null,
) => {
  const known = new Map(before?.assertionConsumers.map(({ url, index }) => [url, index]))
  let free = Math.max(-1, ...known.values())
  const indexOf = (url: string): number => known.get(url) ?? ++free
  const details = detailsOf(before?.attributes ?? told?.attributes)
  return {
    ...form,
    assertionConsumers: form.assertionConsumers.map((url) => ({ url, index: indexOf(url) })),
    attributes: form.attributes.map(({ friendlyName: _f, nameFormat: _n, ...attribute }) => {
      const { friendlyName = '', nameFormat = 'basic' as const } = details.get(attribute.name) ?? {}
      return { ...attribute, friendlyName, nameFormat }
    }),
  }
}
