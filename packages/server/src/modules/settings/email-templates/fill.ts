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

/** Text with its variables filled. A value is never looked through for variables. */
export const fillText = (text: string, values: Values, variables: Variables): string =>
  text.replaceAll(placeholder, (_, given: string) => {
    const name = given.trim()
    const value = values[name] ?? ''
    return variables.get(name) === 'lines' ? linesOf(value).join('\n') : plain(value)
  })

/** HTML with its variables filled, each escaped but the mark, which is made here. */
export const fillHtml = (html: string, values: Values, variables: Variables): string =>
  html.replaceAll(placeholder, (_, given: string) => {
    const name = given.trim()
    const value = values[name] ?? ''
    const kind = variables.get(name)
    if (kind === 'mark') return value
    if (kind === 'lines') return linesOf(value).map(escapeHtml).join('<br>')
    return escapeHtml(plain(value))
  })
