import { createHmac } from 'node:crypto'
import {
  type SamlNameIdFormat,
  samlNameIdFormatOf,
  samlNameIdFormats,
} from '@signet/rules/applications'
import { type Budget, matchingOfAnAnswer } from '@signet/rules/patterns'
import { applyReplaceFilter, parseReplaceFilter } from '@signet/rules/replace-filters'
import { filledTemplate, isValueTemplate, scopePlaceholder } from '@signet/rules/saml-attributes'
import type { Context } from '../../kit/context.ts'
import {
  defaultNameIdSource,
  type StoredSamlApplication,
} from '../../modules/applications/saml-applications/index.ts'
import { newId, xmlText } from '../../platform/saml/messages.ts'
import { element } from '../../platform/xml/build.ts'
import type { XmlElement } from '../../platform/xml/tree.ts'
import { attributeText, type Facts } from '../oidc/claims/claim-facts.ts'
import { addressesOf } from './addresses.ts'

interface Named {
  readonly application: Pick<StoredSamlApplication, 'id' | 'settings'>
  readonly facts: Facts
}

/** A name of a person that only this application hears; the same for as long as both exist. */
const pairwise = (ctx: Context, application: Named['application'], userId: string): string => {
  const key = ctx.platform.secrets.derive(ctx.tenant.id, 'saml-pairwise')
  return createHmac('sha256', key).update(`${application.id} ${userId}`).digest('hex')
}

/** What a filter makes of one value after the other; null for each that is too costly by then. */
export const filterOf = (filter: string, work: Budget): ((text: string) => string | null) => {
  const parsed = parseReplaceFilter(filter)
  return (text) => (parsed === null ? null : applyReplaceFilter(parsed, text, work))
}

/** The value of a source as the application gets it; null without one, or when it gets too long. */
const filtered = (text: string | null, filter: string | null): string | null => {
  if (text === null || filter === null) return text
  return filterOf(filter, matchingOfAnAnswer())(text)
}

/** As people are greeted: by their names, or by their user ID. */
const displayName = (facts: Facts): string => {
  const names = [facts.first_name, facts.last_name].filter((name) => name !== null && name !== '')
  return names.length === 0 ? facts.user_id : names.join(' ')
}

/** The text of an attribute, of a source that is made of others, or of a template of them. */
export const sourceText = (
  ctx: Context,
  { application, facts }: Named,
  source: string,
): string | null => {
  const valueOf = (name: string): string | null => {
    if (name === 'pairwise') return pairwise(ctx, application, facts.id)
    if (name === 'displayName') return displayName(facts)
    return name === scopePlaceholder
      ? new URL(ctx.tenant.publicUrl).hostname
      : attributeText(facts, name)
  }
  return isValueTemplate(source) ? filledTemplate(source, valueOf) : valueOf(source)
}

export interface NameId {
  readonly format: string
  readonly value: string
}

type Formats = Pick<
  StoredSamlApplication['settings'],
  'nameIdFormat' | 'ignoresNameIdPolicy' | 'allowedNameIdFormats'
>

/**
 * The format that a request is answered in (SAML 2.0 core, section 3.4.1.1): the one it asks for where
 * the application allows that, null where it does not. `asked` is null for any.
 */
export const servedFormat = (settings: Formats, asked: string | null): SamlNameIdFormat | null => {
  const { nameIdFormat, ignoresNameIdPolicy, allowedNameIdFormats } = settings
  if (asked === null || ignoresNameIdPolicy) return nameIdFormat
  const format = samlNameIdFormatOf(asked)
  const isServed =
    format !== null && (format === nameIdFormat || allowedNameIdFormats.includes(format))
  return isServed ? format : null
}

/** Why a format is not served, for whoever set up the application. */
export const formatFault = ({ nameIdFormat, allowedNameIdFormats }: Formats, asked: string) => {
  const served = [nameIdFormat, ...allowedNameIdFormats].map((each) => samlNameIdFormats[each])
  return `NameIDPolicy asks for ${asked}; this application is served ${[...new Set(served)].join(', ')}.`
}

/** By what an application gets to know somebody; null where they have no such name. */
export const nameIdOf = (
  ctx: Context,
  named: Named,
  served: SamlNameIdFormat = named.application.settings.nameIdFormat,
): NameId | null => {
  const { nameIdFormat, nameIdAttribute, nameIdFilter } = named.application.settings
  const format = samlNameIdFormats[served]
  if (served === 'transient') return { format, value: newId(ctx) }
  const text =
    served === nameIdFormat
      ? filtered(sourceText(ctx, named, nameIdAttribute), nameIdFilter)
      : sourceText(ctx, named, defaultNameIdSource(served))
  const value = xmlText(text ?? '').trim()
  return value === '' ? null : { format, value }
}

/** SAML 2.0 core, section 8.3.7: a persistent name is one between two parties, both named. */
export const nameIdElement = (
  ctx: Context,
  { format, value }: NameId,
  entityId: string,
): XmlElement => {
  const parties =
    format === samlNameIdFormats.persistent
      ? { NameQualifier: addressesOf(ctx).entityId, SPNameQualifier: entityId }
      : {}
  return element('saml:NameID', { Format: format, ...parties }, [value])
}
