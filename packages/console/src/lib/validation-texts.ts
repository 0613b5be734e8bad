import { faultOf } from '@signet/rules/faults'
import { requiredErrorKey } from '@signet/rules/text'
import { z } from 'zod'
import { isTextLoaded, keyedTextNow, loadTexts, textNow } from './i18n.ts'

type Issue = Parameters<NonNullable<z.core.$ZodConfig['localeError']>>[0]

const isMissing = (input: unknown): boolean =>
  input === undefined || input === null || (typeof input === 'string' && input.trim() === '')

const sizeWord = (issue: Issue): string | undefined => {
  if (issue.code === 'too_big') {
    return `${issue.origin === 'string' ? 'too_long' : 'too_big'}:${issue.maximum}`
  }
  if (issue.code === 'too_small') {
    return `${issue.origin === 'string' ? 'too_short' : 'too_small'}:${issue.minimum}`
  }
  return undefined
}

/** What is wrong with a field, as a word that `faultText` explains. */
const wordOfIssue = (issue: Issue): string => {
  if (isMissing(issue.input)) return requiredErrorKey
  if (issue.code === 'invalid_format') return `format:${issue.format}`
  return sizeWord(issue) ?? 'invalid'
}

const inWords = 'in words: '

/** A fault that a form has put in words itself, as the word that `faultText` takes for it. */
export const saidFault = (text: string): string => `${inWords}${text}`

/** The text of a fault alone; null for a word that has none, or whose texts are not loaded. */
export const faultWordText = (word: string): string | null => {
  if (word.startsWith(inWords)) return word.slice(inWords.length)
  const fault = faultOf(word)
  return fault === null ? null : keyedTextNow(fault.text, fault.values)
}

/**
 * A fault of a field as people read it: what is wrong, of which field, and what to do. A word that
 * no text explains is never shown.
 */
export const faultText = (word: string, field?: string): string => {
  const fault = faultWordText(word) ?? textNow('common:validation.invalid')
  return field === undefined ? fault : textNow('common:validation.named', { field, fault })
}

/** Loads the texts of these words, where they are not those of every screen. */
export const loadFaultTexts = async (words: readonly string[]): Promise<void> => {
  const texts = words.flatMap((word) => faultOf(word)?.text ?? [])
  const groups = (['settings', 'issuancePortal'] as const).filter(
    (group) => !isTextLoaded(group) && texts.some((text) => text.startsWith(`${group}:`)),
  )
  try {
    await loadTexts(groups)
  } catch {
    // Without a connection there is a general text.
  }
}

/**
 * Schemas of the contract speak in words that the faces explain in the visitor's language. They are
 * not compiled: that needs `eval`, which the page's policy refuses.
 */
export const configureValidation = (): void => {
  z.config({ jitless: true, localeError: wordOfIssue })
}
