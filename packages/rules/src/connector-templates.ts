import { placeholdersOf } from './placeholders.ts'

/** Texts by placeholder without braces: `USER.email`. */
export type PlaceholderValues = Readonly<Record<string, string>>

/** How a value is written where it stands, so that it stays a value there. */
export type TemplatePlace = 'JSON' | 'FORM' | 'TEXT' | 'URL' | 'HEADER'

/** A value that cannot stand where the template has it: nothing is sent. */
export class TemplateRefused extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'TemplateRefused'
  }
}

const component = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/** Visible ASCII as it is, the rest percent-encoded; a line break would begin another header. */
const headerText = (text: string): string => {
  if (/[\u0000-\u001f\u007f]/.test(text))
    throw new TemplateRefused('a header holds control characters')
  return text.toWellFormed().replace(/[^\u0020-\u007e]+/gu, (run) => encodeURIComponent(run))
}

const written: Readonly<Record<TemplatePlace, (text: string) => string>> = {
  JSON: (text) => JSON.stringify(text.toWellFormed()).slice(1, -1),
  FORM: component,
  TEXT: (text) => text,
  URL: component,
  HEADER: headerText,
}

const pattern = /\{\{(?!\{)([A-Z]+\.[A-Za-z0-9_.-]{1,190})\}\}/g

/** Whether a text is placeholders and nothing else: whatever else it holds may be a secret. */
export const isPlaceholderAlone = (text: string): boolean =>
  text !== '' && text.replace(pattern, '').trim() === ''

/**
 * The text with a value in the place of each placeholder, written for where it stands; a placeholder
 * without a value is left empty.
 * @throws TemplateRefused
 */
export const fillTemplate = (
  template: string,
  values: PlaceholderValues,
  place: TemplatePlace,
): string =>
  template.replace(pattern, (_all, name: string) =>
    written[place](Object.hasOwn(values, name) ? (values[name] ?? '') : ''),
  )

/**
 * An address with its values in it. Values never choose the host, and none leaves its place in the
 * path: `..` would be another address.
 * @throws TemplateRefused
 */
export const fillUrl = (template: string, values: PlaceholderValues): string => {
  const filled = fillTemplate(template, values, 'URL')
  const [origin = ''] = /^https?:\/\/[^/?#]*/i.exec(filled) ?? []
  const path = filled.slice(origin.length).split(/[?#]/)[0] ?? ''
  if (!URL.canParse(filled)) throw new TemplateRefused('the address is no URL')
  const url = new URL(filled)
  if (path.split('/').some((part) => /^(?:\.|%2e){1,2}$/i.test(part))) {
    throw new TemplateRefused('a value leaves its place in the address')
  }
  return url.href
}

/** The placeholders of a template by name, each once; null when one is malformed. */
export const placeholderNames = (template: string): readonly string[] | null => {
  const found = placeholdersOf(template)
  return found === null ? null : [...new Set(found.map(({ source, name }) => `${source}.${name}`))]
}

/** What is wrong with an address as a template, in a word; null for nothing. */
export const urlTemplateFault = (template: string): string | null => {
  if (placeholdersOf(template) === null) return 'placeholder_invalid'
  const before = template.split('{{')[0] ?? ''
  const isWhole = template === before
  const hasHost = isWhole || /^https?:\/\/[^/?#@\\\s]+[/?#]/i.test(before)
  const sample = fillTemplate(template, {}, 'URL')
  if (!hasHost || !/^https?:\/\//i.test(template) || !URL.canParse(sample)) return 'url_invalid'
  const { username, password } = new URL(sample)
  return username === '' && password === '' ? null : 'url_invalid'
}

const parses = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Outside of quotes a value could be more than one: then this is no JSON. */
const holdsOnlyTexts = (template: string): boolean =>
  parses(template.replace(pattern, 'x')) && parses(template.replace(pattern, '\\u0022'))

/** What is wrong with a body as a template, in a word; null for nothing. */
export const bodyTemplateFault = (template: string, place: TemplatePlace): string | null => {
  if (placeholdersOf(template) === null) return 'placeholder_invalid'
  if (place !== 'JSON' || template.trim() === '') return null
  return holdsOnlyTexts(template) ? null : 'json_invalid'
}
