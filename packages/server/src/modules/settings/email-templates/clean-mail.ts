import sanitize, { type IOptions } from 'sanitize-html'

const words = (text: string): string[] => text.trim().split(/\s+/)

/** What CSS could load, run or hide behind. */
const harmfulCss = /url\s*\(|@import|expression|javascript:|behavior|-moz-binding|[\\<]/i

const isLink = (href: string): boolean => /^(?:https?:\/\/|mailto:|\{\{[^{}]*\}\})/i.test(href)
const isPicture = (src: string): boolean => /^https:\/\//i.test(src)

/** Attributes without what the cleaner's lists cannot judge: style, target, origin of a picture. */
const judged = (attributes: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(attributes).filter(([name, value]) => {
      if (name === 'style') return !harmfulCss.test(value)
      if (name === 'href') return isLink(value)
      if (name === 'src') return isPicture(value)
      return true
    }),
  )

const options: IOptions = {
  allowedTags: words(`
    html head meta title style body
    h1 h2 h3 h4 h5 h6 p div span br hr blockquote pre b strong i em u s small sub sup code a img
    ul ol li dl dt dd table caption thead tbody tfoot tr th td`),
  allowedAttributes: {
    a: ['href', 'title', 'target', 'rel'],
    img: ['src', 'alt', 'title', 'width', 'height'],
    meta: ['name', 'content', 'charset'],
    style: ['type', 'media'],
    '*': words(`
      lang dir style class align valign width height bgcolor color border cellpadding cellspacing
      role colspan rowspan scope aria-label aria-roledescription aria-hidden`),
  },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowedSchemesByTag: { img: ['https'] },
  allowProtocolRelative: false,
  allowVulnerableTags: true,
  disallowedTagsMode: 'discard',
  nonTextTags: words('script textarea option noscript xml template svg math iframe object'),
  parseStyleAttributes: false,
  nestingLimit: 120,
  enforceHtmlBoundary: false,
  transformTags: {
    '*': (tagName, attributes) => ({ tagName, attribs: judged(attributes) }),
    a: (tagName, attributes) => ({
      tagName,
      attribs: { ...judged(attributes), target: '_blank', rel: 'noopener noreferrer' },
    }),
  },
  exclusiveFilter: ({ tag, text, attribs }) =>
    (tag === 'style' && harmfulCss.test(text.replaceAll('>', ''))) ||
    (tag === 'meta' && !['viewport'].includes(attribs.name ?? '')) ||
    (tag === 'img' && attribs.src === undefined),
}

const commentOpens = '<!--[if mso | IE]>'
const commentCloses = '<![endif]-->'
/** Comments that Outlook reads as markup: tables around columns, and nothing else. */
const onlyTables =
  /^(?:\s|<\/?(?:table|tr|td)(?:\s+(?:border|cellpadding|cellspacing|role|bgcolor|align|width|class|style)="[^"<>\\]*")*\s*>)*$/

const meta =
  '<meta charset="utf-8"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">'

/** The text with something else in the place of each such comment; one without an end stays. */
const withoutComments = (html: string, replaced: (found: string) => string): string => {
  const parts: string[] = []
  let end = 0
  for (let at = html.indexOf(commentOpens); at >= 0; at = html.indexOf(commentOpens, end)) {
    const closes = html.indexOf(commentCloses, at)
    if (closes < 0) break
    parts.push(html.slice(end, at))
    end = closes + commentCloses.length
    parts.push(replaced(html.slice(at, end)))
  }
  return parts.join('') + html.slice(end)
}

/**
 * A compiled mail without anything that runs, loads in secret or leaves its frame. What is written
 * for Outlook is put aside meanwhile and comes back if it is tables alone.
 */
export const cleanMail = (html: string, lang: string): string => {
  const aside: string[] = []
  const marked = withoutComments(html, (found) => {
    const inner = found.slice(commentOpens.length, -commentCloses.length)
    if (!onlyTables.test(inner) || /url\s*\(|expression/i.test(inner)) return ''
    aside.push(found)
    return `\ue000${aside.length - 1}\ue001`
  })
  const clean = sanitize(marked, options)
    .replaceAll(/\ue000(\d+)\ue001/g, (_, at: string) => aside[Number(at)] ?? '')
    .replace(/<html[^<>]*>/, `<html lang="${lang}">`)
    .replaceAll('lang="und"', `lang="${lang}"`)
    .replace(/<head[^<>]*>/, (head) => `${head}${meta}`)
  return `<!doctype html>\n${clean}`
}
