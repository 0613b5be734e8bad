import type { Scope } from './scope.ts'
import type { XmlAttribute, XmlElement, XmlNode } from './tree.ts'

/** The prefixes that we write, with the namespaces they stand for. */
export const namespaces = {
  saml: 'urn:oasis:names:tc:SAML:2.0:assertion',
  samlp: 'urn:oasis:names:tc:SAML:2.0:protocol',
  md: 'urn:oasis:names:tc:SAML:2.0:metadata',
  ds: 'http://www.w3.org/2000/09/xmldsig#',
  xenc: 'http://www.w3.org/2001/04/xmlenc#',
  xenc11: 'http://www.w3.org/2009/xmlenc11#',
  soap: 'http://schemas.xmlsoap.org/soap/envelope/',
  ecp: 'urn:oasis:names:tc:SAML:2.0:profiles:SSO:ecp',
  ec: 'http://www.w3.org/2001/10/xml-exc-c14n#',
} as const

type Prefix = keyof typeof namespaces

const scope: Scope = new Map(Object.entries(namespaces))

const split = (name: string): readonly [string, string] => {
  const at = name.indexOf(':')
  return at < 0 ? ['', name] : [name.slice(0, at), name.slice(at + 1)]
}

const attributeFrom = ([name, value]: [string, string | undefined]): XmlAttribute[] => {
  if (value === undefined) return []
  const [prefix, local] = split(name)
  return [{ prefix, local, namespace: scope.get(prefix) ?? '', value }]
}

/** An element by its prefixed name; attributes that are undefined are left out. */
export const element = (
  name: `${Prefix}:${string}`,
  attributes: Readonly<Record<string, string | undefined>> = {},
  children: readonly XmlNode[] = [],
): XmlElement => {
  const [prefix, local] = split(name)
  return {
    prefix,
    local,
    namespace: scope.get(prefix) ?? '',
    attributes: Object.entries(attributes).flatMap(attributeFrom),
    scope,
    children: children.filter((child) => child !== ''),
  }
}
