/** What decides the style of an element where no style sheet is but the browser's own. */
const facts = (element: Element): string => {
  const own = `${element.localName} ${element.getAttribute('type') ?? ''} ${element.hasAttribute('hidden')}`
  let styles = ''
  for (let at: Element | null = element; at !== null; at = at.parentElement) {
    const style = at.getAttribute('style')
    if (style !== null) styles += `\n${style}`
  }
  return own + styles
}

/**
 * Remembers the computed style of elements that are alike. A query by role asks for that of each
 * element and of all around it, and jsdom matches every rule of its sheet against each of them.
 * In a document with style sheets of its own jsdom is asked every time.
 */
export const rememberComputedStyles = (): void => {
  const compute = window.getComputedStyle.bind(window)
  const known = new Map<string, CSSStyleDeclaration>()
  window.getComputedStyle = (element, pseudoElement) => {
    if (pseudoElement || document.styleSheets.length > 0) return compute(element, pseudoElement)
    const key = facts(element)
    const style = known.get(key) ?? compute(element)
    known.set(key, style)
    return style
  }
}
