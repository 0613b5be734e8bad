import type { VariableKind } from '@signet/rules/email-templates'

export type Variables = ReadonlyMap<string, VariableKind>

/** `{{name}}`; spaces inside are let be. */
export const placeholder = /\{\{([^{}]*)\}\}/g

/** Private-use characters mark what is put aside while a text is cleaned. */
export const reserved = /[\ue000-\uf8ff]/

const lineOf = (text: string, at: number): number => text.slice(0, at).split('\n').length

const known = (variables: Variables): string =>
  [...variables.keys()].map((name) => `{{${name}}}`).join(', ')

/** What is wrong with the variables of a text, in one sentence; null for nothing. */
export const placeholderFault = (text: string, variables: Variables): string | null => {
  for (const found of text.matchAll(placeholder)) {
    if (variables.has((found[1] ?? '').trim())) continue
    return `Line ${lineOf(text, found.index)}: ${found[0]} is no variable of this mail. There are ${known(variables)}.`
  }
  const open = text.replaceAll(placeholder, (found) => ' '.repeat(found.length)).indexOf('{{')
  return open < 0
    ? null
    : `Line ${lineOf(text, open)}: a variable is opened with {{ and not closed.`
}
