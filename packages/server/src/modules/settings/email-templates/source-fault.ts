/** Components that a mail may be made of; `mj-raw` and `mj-include` are none of them. */
const components = new Set(
  `mjml mj-head mj-body mj-attributes mj-all mj-class mj-breakpoint mj-preview mj-style mj-title
  mj-section mj-column mj-group mj-wrapper mj-text mj-button mj-image mj-divider mj-spacer mj-table
  mj-hero mj-navbar mj-navbar-link mj-social mj-social-element`.split(/\s+/),
)

const tag = /<(\/?)(mj[\w-]*)([^>]*)>/gi
const deepest = 20

const lineOf = (text: string, at: number): number => text.slice(0, at).split('\n').length

/** What of a template's MJML is refused before it is compiled, in one sentence; null for nothing. */
export const sourceFault = (mjml: string): string | null => {
  const open: string[] = []
  for (const { 0: found, 1: slash, 2: name = '', 3: rest = '', index } of mjml.matchAll(tag)) {
    const at = `Line ${lineOf(mjml, index)}:`
    if (!components.has(name.toLowerCase()))
      return `${at} <${name}> is not a component to use here.`
    if (rest.trimEnd().endsWith('/')) continue
    if (slash === '') open.push(name)
    else if (open.pop() !== name) return `${at} ${found} closes what is not open.`
    if (open.length > deepest) return `${at} components are nested too deeply.`
  }
  const left = open.at(-1)
  return left === undefined ? null : `<${left}> is not closed.`
}
