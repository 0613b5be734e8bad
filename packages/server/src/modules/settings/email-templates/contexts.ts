import type { VariableKind } from '@signet/rules/email-templates'
import { placeholder, type Variables } from './placeholders.ts'

/*
 * Where in cleaned HTML a variable may stand. The cleaner writes every attribute in double quotes
 * with `<`, `>` and `"` escaped, so that tags are found by their ends.
 */

const beginning = /<(?:!--|style|[a-z/!])/gi
/** The name is looked for from its first letter only. */
const attribute = /(?<![a-z-])([a-z-]+)="([^"]*)"/gi
const colourAttributes = new Set(['style', 'bgcolor', 'color'])
const textAttributes = new Set(['alt', 'title', 'aria-label'])

/** How a piece ends, by its beginning. */
const closingOf = (begun: string): string => {
  if (begun === '<!--') return '-->'
  return begun.length > 2 ? '</style>' : '>'
}

/** Tags, comments and styles, and the text around them; what has no end reaches to the last letter. */
const cut = (html: string): { readonly pieces: readonly string[]; readonly text: string } => {
  const pieces: string[] = []
  let text = ''
  let end = 0
  for (const { 0: begun, index } of html.matchAll(beginning)) {
    if (index < end) continue
    const closing = closingOf(begun.toLowerCase())
    const closed = html.indexOf(closing, index + begun.length)
    text += `${html.slice(end, index)} `
    end = closed < 0 ? html.length : closed + closing.length
    pieces.push(html.slice(index, end))
  }
  return { pieces, text: text + html.slice(end) }
}

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
  const { pieces, text } = cut(html)
  for (const piece of pieces) {
    const fault = tagFault(piece, variables)
    if (fault !== null) return fault
  }
  return outside(text, variables, {
    kinds: ['text', 'lines', 'url', 'mark', 'colour'],
    place: 'the text',
  })
}
