import { placeholder, type Variables } from './placeholders.ts'

export type Values = Readonly<Record<string, string>>

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (found) => escapes[found] ?? found)

/** Control characters and such that turn the direction of what follows. */
const invisible = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

const plain = (text: string): string => text.replaceAll(invisible, ' ')

const withoutMarks = (line: string): string => plain(line).trimEnd()
const linesOf = (text: string): readonly string[] => text.split(/\r?\n/).map(withoutMarks)

/** Characters of values in one mail: a logo that stands there a thousand times is left out in the end. */
const mostOfValues = 2_000_000

/** Lets values through until they are too long together. */
const limited = (): ((value: string) => string) => {
  let left = mostOfValues
  return (value) => {
    left -= value.length
    return left < 0 ? '' : value
  }
}

/** Text with its variables filled. A value is never looked through for variables. */
export const fillText = (text: string, values: Values, variables: Variables): string => {
  const within = limited()
  return text.replaceAll(placeholder, (_, given: string) => {
    const name = given.trim()
    const value = within(values[name] ?? '')
    return variables.get(name) === 'lines' ? linesOf(value).join('\n') : plain(value)
  })
}

/** HTML with its variables filled, each escaped but the mark, which is made here. */
export const fillHtml = (html: string, values: Values, variables: Variables): string => {
  const within = limited()
  return html.replaceAll(placeholder, (_, given: string) => {
    const name = given.trim()
    const value = within(values[name] ?? '')
    const kind = variables.get(name)
    if (kind === 'mark') return value
    if (kind === 'lines') return linesOf(value).map(escapeHtml).join('<br>')
    return escapeHtml(plain(value))
  })
}
