import { type RefObject, useEffect } from 'react'

/** On what the help says about the field that is filled in. */
export const aboutField = 'data-about-field'

/** Pixels above what is brought into sight. */
const gap = 48

const wordsOf = (element: Element | null): string =>
  (element?.textContent ?? '').replaceAll(/\s+/g, ' ').replaceAll('*', '').trim().toLowerCase()

const isField = (
  target: EventTarget | null,
): target is HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement =>
  target instanceof HTMLInputElement ||
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement

/** How a field is called, by its label or by itself; empty for what is no field. */
const nameOf = (target: EventTarget | null): string => {
  if (!isField(target)) return ''
  return (
    target.getAttribute('aria-label')?.trim().toLowerCase() ?? wordsOf(target.labels?.[0] ?? null)
  )
}

/** The paragraph, list item or definition in which the help calls something by this name. */
const passageOf = (root: Element, name: string): HTMLElement | null => {
  const found = [...root.querySelectorAll('em, dt, h3, h4')].find((one) => wordsOf(one) === name)
  return found?.closest<HTMLElement>('p, li, dd, dt, h3, h4') ?? null
}

/** While the help is open, it follows the field that has the focus: what it says of it is marked. */
export const useFieldHelp = (root: RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    const handleFocus = ({ target }: FocusEvent): void => {
      const panel = root.current
      if (panel === null || !(target instanceof Node) || panel.contains(target)) return
      for (const before of panel.querySelectorAll(`[${aboutField}]`))
        before.removeAttribute(aboutField)
      const name = nameOf(target)
      const passage = name === '' ? null : passageOf(panel, name)
      if (passage === null) return
      passage.setAttribute(aboutField, '')
      panel.scrollTo({ top: passage.offsetTop - gap })
    }
    document.addEventListener('focusin', handleFocus)
    return () => document.removeEventListener('focusin', handleFocus)
  }, [root])
}
