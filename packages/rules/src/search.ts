import { cutText } from './text.ts'

export const searchBox = { maximumLength: 30, debounceMs: 200 } as const

/**
 * What the menu's search box holds after `typed`: letters, digits, spaces and hyphens, 30 at most.
 * Letters of every script count, combining marks with them: menu titles come in 18 languages.
 */
export const heldInSearchBox = (typed: string): string =>
  cutText(typed.replace(/[^\p{L}\p{M}\p{Nd} -]/gu, ''), searchBox.maximumLength)
