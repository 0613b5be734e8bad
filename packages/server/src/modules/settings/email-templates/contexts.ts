import type { VariableKind } from '@signet/rules/email-templates'
import { placeholder, type Variables } from './placeholders.ts'

/*
 * Where in cleaned HTML a variable may stand. The cleaner writes every attribute in double quotes
 * with `<`, `>` and `"` escaped, so that tags are found by their ends.
 */

const piece = /<!--.*?-->|<style[^>]*>.*?<\/style>|<[a-z/!][^>]*>/gis
const attribute = /([a-z-]+)="([^"]*)"/gi
const colourAttributes = new Set(['style', 'bgcolor', 'color'])
const textAttributes = new Set(['alt', 'title', 'aria-label'])

const namesIn = (text: string): readonly string[] =>
  [...text.matchAll(placeholder)].map(([, name = '']) => name.trim())

const misplaced = (name: string, place: string): string => `{{${name}}} may not stand in ${place}.`

const outside = (
  text: string,
  variables: Variables,
  { kinds, place }: { readonly kinds: readonly VariableKind[]; readonly place: string },
): string | null => {
  const wrong = namesIn(text).find((name) => !kinds.some((kind) => kind === variables.get(name)))
  return wrong === undefined ? null : misplaced(wrong, place)
}

/** A link is a variable from its beginning, or holds none. */
const linkFault = (value: string, variables: Variables): string | null => {
  const [first, ...more] = namesIn(value)
  if (first === undefined) return null
  const isWhole = /^\{\{[^{}]*\}\}[^{}]*$/.test(value) && more.length === 0
  return isWhole && variables.get(first) === 'url' ? null : misplaced(first, 'a link')
}

const attributeFault = (name: string, value: string, variables: Variables): string | null => {
  if (name === 'href') return linkFault(value, variables)
  const place = `the attribute ${name}`
  if (colourAttributes.has(name)) return outside(value, variables, { kinds: ['colour'], place })
  const kinds = textAttributes.has(name) ? (['text'] as const) : []
  return outside(value, variables, { kinds, place })
}

const tagFault = (tag: string, variables: Variables): string | null => {
  if (tag.startsWith('<!--')) {
    return outside(tag, variables, { kinds: ['colour'], place: 'a comment' })
  }
  if (/^<style/i.test(tag)) {
    return outside(tag, variables, { kinds: ['colour'], place: 'a style' })
  }
  for (const [, name = '', value = ''] of tag.matchAll(attribute)) {
    const fault = attributeFault(name.toLowerCase(), value, variables)
    if (fault !== null) return fault
  }
  const rest = tag.replaceAll(attribute, '')
  return outside(rest, variables, { kinds: [], place: 'a tag' })
}

/** The first variable that stands where it may not, in one sentence; null when all is well. */
export const contextFault = (html: string, variables: Variables): string | null => {
  for (const [found] of html.matchAll(piece)) {
    const fault = tagFault(found, variables)
    if (fault !== null) return fault
  }
  return outside(html.replaceAll(piece, ' '), variables, {
    kinds: ['text', 'lines', 'url', 'mark', 'colour'],
    place: 'the text',
  })
}
