/** Components that a mail may be made of; `mj-raw` and `mj-include` are none of them. */
const components = new Set(
  `mjml mj-head mj-body mj-attributes mj-all mj-class mj-breakpoint mj-preview mj-style mj-title
  mj-section mj-column mj-group mj-wrapper mj-text mj-button mj-image mj-divider mj-spacer mj-table
  mj-hero mj-navbar mj-navbar-link mj-social mj-social-element`.split(/\s+/),
)

const beginning = /<(\/?)(mj[\w-]*)/gi
const deepest = 20

const lineOf = (text: string, at: number): number => text.slice(0, at).split('\n').length

interface Tag {
  readonly index: number
  readonly found: string
  readonly name: string
  readonly kind: 'OPENS' | 'CLOSES' | 'EMPTY'
}

/** One tag after the other: what has no end is looked through once, however often it begins. */
const tagsOf = function* (mjml: string): Generator<Tag> {
  let end = 0
  for (const { 0: begun, 1: slash, 2: name = '', index } of mjml.matchAll(beginning)) {
    if (index < end) continue
    end = mjml.indexOf('>', index + begun.length) + 1
    if (end === 0) return
    const found = mjml.slice(index, end)
    const isEmpty = found.slice(begun.length, -1).trimEnd().endsWith('/')
    yield { index, found, name, kind: isEmpty ? 'EMPTY' : slash === '' ? 'OPENS' : 'CLOSES' }
  }
}

/** What of a template's MJML is refused before it is compiled, in one sentence; null for nothing. */
export const sourceFault = (mjml: string): string | null => {
  const open: string[] = []
  for (const { index, found, name, kind } of tagsOf(mjml)) {
    const refusal = (what: string): string => `Line ${lineOf(mjml, index)}: ${what}`
    if (!components.has(name.toLowerCase())) {
      return refusal(`<${name}> is not a component to use here.`)
    }
    if (kind === 'EMPTY') continue
    if (kind === 'OPENS') open.push(name)
    else if (open.pop() !== name) return refusal(`${found} closes what is not open.`)
    if (open.length > deepest) return refusal('components are nested too deeply.')
  }
  const left = open.at(-1)
  return left === undefined ? null : `<${left}> is not closed.`
}
