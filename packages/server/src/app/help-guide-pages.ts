import { helpPageOf } from '@signet/phrases/help'
import { textsOf } from '@signet/phrases/node'
import { messageOf } from '@signet/phrases/texts'
import { type HelpPage, helpPages, helpPaths } from '@signet/rules/console'
import { findInHelp, type HelpFound } from '@signet/rules/help-search'
import { once } from './built-file.ts'
import { searchIndex, withAnchors } from './help-guide-sections.ts'
import { escaped } from './html.ts'

export const guideStylePath = `${helpPaths.guides}guide.css`
export const guideSearch = 'search'

/** The longest text that is searched for. */
const longestSearch = 100

/** The pages of one language without their frame. */
export interface Guide {
  readonly locale: string
  readonly bodies: ReadonlyMap<HelpPage, string>
  readonly index: () => ReturnType<typeof searchIndex>
}

export const readGuide = (locale: string): Guide => {
  const bodies = new Map<HelpPage, string>()
  for (const page of helpPages) {
    const body = helpPageOf(locale, page)
    if (body !== null) bodies.set(page, body)
  }
  return { locale, bodies, index: once(() => searchIndex(bodies)) }
}

/** The text of the heading that a page begins with. */
const titleOf = (body: string): string => /^<h1>([^<]+)<\/h1>/.exec(body)?.[1] ?? ''

const textIn = (locale: string, key: 'search' | 'nothingFound'): string =>
  escaped(messageOf(textsOf(locale, 'common'), `help.${key}`) ?? '')

interface Shown {
  readonly title: string
  readonly main: string
  readonly page?: HelpPage
  readonly query?: string
}

const framed = ({ locale, bodies }: Guide, { title, main, page, query = '' }: Shown): string => {
  const guide = titleOf(bodies.get('start') ?? '')
  const search = textIn(locale, 'search')
  const links = [...bodies].map(([name, text]) => {
    const current = name === page ? ' aria-current="page"' : ''
    return `<li><a href="${name}"${current}>${titleOf(text)}</a></li>`
  })
  return `<!doctype html>
<html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${title} · Signet</title>
<link rel="stylesheet" href="${guideStylePath}"></head>
<body><div><form role="search" action="${guideSearch}"><input type="search" name="q" maxlength="${longestSearch}" aria-label="${search}" value="${escaped(query)}"><button>${search}</button></form>
<nav aria-label="${guide}"><ul>${links.join('\n')}</ul></nav></div>
<main>${main}</main></body></html>`
}

/** A page of the guide with its contents list and the search. */
export const guidePage = (guide: Guide, page: HelpPage): string => {
  const body = guide.bodies.get(page) ?? ''
  return framed(guide, { title: titleOf(body), main: withAnchors(body), page })
}

const foundItem = ({ page, anchor, title, heading, excerpt }: HelpFound): string => {
  const name = heading === null ? title : `${title} › ${heading}`
  const place = anchor === null ? page : `${page}#${anchor}`
  return `<li><a href="${place}">${escaped(name)}</a><br>${escaped(excerpt)}</li>`
}

/** What a search finds in the pages of the guide. */
export const guideFound = (guide: Guide, asked: string): string => {
  const query = asked.trim().slice(0, longestSearch)
  const found = findInHelp(guide.index(), query)
  const title = `${textIn(guide.locale, 'search')}: ${escaped(query)}`
  const none = `<p>${textIn(guide.locale, 'nothingFound')}</p>`
  const list = found.length === 0 ? none : `<ul>${found.map(foundItem).join('\n')}</ul>`
  return framed(guide, { title, main: `<h1>${title}</h1>${list}`, query })
}
