import { createHmac } from 'node:crypto'
import { samlNameIdFormats } from '@signet/rules/applications'
import { type Budget, matchingOfAnAnswer } from '@signet/rules/patterns'
import { applyReplaceFilter, parseReplaceFilter } from '@signet/rules/replace-filters'
import type { Context } from '../../kit/context.ts'
import type { StoredSamlApplication } from '../../modules/applications/saml-applications/index.ts'
import { newId, xmlText } from '../../platform/saml/messages.ts'
import { element } from '../../platform/xml/build.ts'
import type { XmlElement } from '../../platform/xml/tree.ts'
import { attributeText, type Facts } from '../oidc/claim-facts.ts'
import { addressesOf } from './addresses.ts'

/** A name of a person that only this application hears; the same for as long as both exist. */
const pairwise = (ctx: Context, application: StoredSamlApplication, userId: string): string => {
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

interface Named {
  readonly application: StoredSamlApplication
  readonly facts: Facts
}

export const sourceText = (
  ctx: Context,
  { application, facts }: Named,
  source: string,
): string | null =>
  source === 'pairwise' ? pairwise(ctx, application, facts.id) : attributeText(facts, source)

export interface NameId {
  readonly format: string
  readonly value: string
}

/** By what an application gets to know somebody; null where they have no such name. */
export const nameIdOf = (ctx: Context, named: Named): NameId | null => {
  const { nameIdFormat, nameIdAttribute, nameIdFilter } = named.application.settings
  const format = samlNameIdFormats[nameIdFormat]
  if (nameIdFormat === 'transient') return { format, value: newId(ctx) }
  const text = filtered(sourceText(ctx, named, nameIdAttribute), nameIdFilter)
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
