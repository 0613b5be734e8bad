import type { HelpPage } from '@signet/rules/console'
import type { HelpIndex, HelpSection } from '@signet/rules/help-search'

/** The pages are written without IDs: headings are counted, so that a link to one holds in every language. */
const anchorAt = (index: number): string => `section-${index + 1}`

export const withAnchors = (body: string): string => {
  let index = 0
  return body.replaceAll(/<h([23])>/g, (_, level: string) => {
    const anchor = anchorAt(index)
    index += 1
    return `<h${level} id="${anchor}">`
  })
}

const entities: Readonly<Record<string, string>> = { amp: '&', gt: '>', lt: '<', quot: '"' }

const plain = (html: string): string =>
  html
    .replaceAll(/<[^<>]+>/g, ' ')
    .replaceAll(/&(amp|gt|lt|quot);/g, (_, name: string) => entities[name] ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim()

const sectionsOf = (body: string): readonly HelpSection[] => {
  const [first = '', ...rest] = body.split(/<h[23]>/)
  const [title = '', opening = ''] = first.split('</h1>')
  return [
    { heading: plain(title), anchor: null, text: plain(opening) },
    ...rest.map((part, index) => {
      const [name = '', text = ''] = part.split(/<\/h[23]>/)
      return { heading: plain(name), anchor: anchorAt(index), text: plain(text) }
    }),
  ]
}

/** What is searched in the pages of one language. */
export const searchIndex = (bodies: ReadonlyMap<HelpPage, string>): HelpIndex =>
  [...bodies].map(([page, body]) => ({ page, sections: sectionsOf(body) }))
