import { type Budget, matchingOfAnAnswer } from '@signet/rules/patterns'
import type { Context } from '../../kit/context.ts'
import type { StoredSamlApplication } from '../../modules/applications/saml-applications/index.ts'
import type { SamlAttributeSetting } from '../../platform/db/schema/saml.ts'
import { xmlText } from '../../platform/saml/messages.ts'
import { element } from '../../platform/xml/build.ts'
import type { XmlElement } from '../../platform/xml/tree.ts'
import type { Facts } from '../oidc/claims/claim-facts.ts'
import { filterOf, sourceText } from './name-ids.ts'

interface Telling {
  readonly application: Pick<StoredSamlApplication, 'id' | 'settings'>
  readonly facts: Facts
}

const valuesOf = (
  ctx: Context,
  telling: Telling,
  { source, value }: SamlAttributeSetting,
): readonly (string | null)[] => {
  switch (source) {
    case 'CONSTANT':
      return [value]
    case 'GROUPS':
      return telling.facts.groups ?? []
    case 'ROLES':
      return telling.facts.roles ?? []
    case 'USER_ATTRIBUTE':
      return [sourceText(ctx, telling, value)]
  }
}

const filteredBy = (
  { filter }: SamlAttributeSetting,
  values: readonly string[],
  work: Budget,
): readonly string[] =>
  filter === null ? values : values.map(filterOf(filter, work)).filter((text) => text !== null)

const nameFormat = (format: SamlAttributeSetting['nameFormat']): string =>
  `urn:oasis:names:tc:SAML:2.0:attrname-format:${format}`

/** What an attribute says of somebody; nothing where they have no value. */
export const attributeValues = (
  ctx: Context,
  telling: Telling,
  attribute: SamlAttributeSetting,
): readonly string[] =>
  filteredBy(
    attribute,
    valuesOf(ctx, telling, attribute).filter((text) => text !== null),
    matchingOfAnAnswer(),
  )

const attributeElements = (
  values: readonly string[],
  attribute: SamlAttributeSetting,
): readonly XmlElement[] => {
  if (values.length === 0) return []
  const { name, friendlyName, nameFormat: format } = attribute
  const told = {
    Name: xmlText(name),
    NameFormat: nameFormat(format),
    FriendlyName: friendlyName === '' ? undefined : xmlText(friendlyName),
  }
  const content = values.map((text) => element('saml:AttributeValue', {}, [xmlText(text)]))
  return [element('saml:Attribute', told, content)]
}

/** What an application is told of somebody beside the name; an attribute without a value is not told. */
export const attributeStatement = (ctx: Context, telling: Telling): readonly XmlElement[] => {
  const { attributes } = telling.application.settings
  const work = matchingOfAnAnswer()
  const told = attributes.flatMap((attribute) => {
    const values = valuesOf(ctx, telling, attribute).filter((text) => text !== null)
    return attributeElements(filteredBy(attribute, values, work), attribute)
  })
  return told.length === 0 ? [] : [element('saml:AttributeStatement', {}, told)]
}
