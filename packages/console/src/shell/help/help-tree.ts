import { oneOf } from '@signet/rules/membership'

const tags = [
  'a',
  'code',
  'dd',
  'dl',
  'dt',
  'em',
  'h1',
  'h2',
  'h3',
  'kbd',
  'li',
  'ol',
  'p',
  'pre',
  'ul',
] as const
type HelpTag = (typeof tags)[number]

/** What a page of the guide is made of: text, and elements of the few kinds that it is written in. */
export type HelpNode = string | HelpElement
export interface HelpElement {
  readonly tag: HelpTag
  readonly id: string | null
  readonly href: string | null
  readonly children: readonly HelpNode[]
}

/** A page as it was answered: in English, where the language has no guides. */
interface HelpText {
  readonly language: string
  readonly nodes: readonly HelpNode[]
}

const isTag = oneOf(tags)

const nodesIn = (parent: Element): readonly HelpNode[] =>
  [...parent.childNodes].flatMap((node): readonly HelpNode[] => {
    if (!(node instanceof Element))
      return node.nodeType === Node.TEXT_NODE ? [node.textContent ?? ''] : []
    const tag = node.localName
    const children = nodesIn(node)
    if (!isTag(tag)) return children
    return [{ tag, id: node.getAttribute('id'), href: node.getAttribute('href'), children }]
  })

/** Reads a page of the guide without running or loading anything of it. */
export const helpTextOf = (html: string): HelpText => {
  const page = new DOMParser().parseFromString(html, 'text/html')
  const main = page.querySelector('main')
  return {
    language: page.documentElement.lang,
    nodes: main === null ? [] : nodesIn(main).filter((node) => typeof node !== 'string'),
  }
}

const wordsOf = (node: HelpNode): string =>
  typeof node === 'string' ? node : node.children.map(wordsOf).join('')

/** The heading of a page that is called so: where the help about a screen stands on a page about several. */
export const headingCalled = ({ nodes }: HelpText, name: string): string | null => {
  const wanted = name.trim().toLowerCase()
  const found = nodes.find(
    (node) =>
      typeof node !== 'string' && node.id !== null && wordsOf(node).trim().toLowerCase() === wanted,
  )
  return found === undefined || typeof found === 'string' ? null : found.id
}
