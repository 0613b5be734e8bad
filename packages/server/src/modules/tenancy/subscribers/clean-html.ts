import type { IOptions } from 'sanitize-html'

const words = (text: string): string[] => text.trim().split(/\s+/)

const options: IOptions = {
  allowedTags: words(`
    h1 h2 h3 h4 h5 h6 p div span br hr blockquote pre b strong i em u s small sub sup code a img
    ul ol li dl dt dd table caption thead tbody tfoot tr th td`),
  allowedAttributes: {
    a: ['href', 'title', 'rel'],
    img: ['src', 'alt', 'title', 'width', 'height'],
    th: ['colspan', 'rowspan', 'scope'],
    td: ['colspan', 'rowspan'],
    '*': ['lang', 'dir'],
  },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowedSchemesByTag: { img: ['https'] },
  allowProtocolRelative: false,
  transformTags: {
    a: (tagName, attribs) => ({ tagName, attribs: { ...attribs, rel: 'noopener noreferrer' } }),
  },
  disallowedTagsMode: 'discard',
  nestingLimit: 50,
  enforceHtmlBoundary: false,
}

/** The markup of running text; read on first use, since few services ever clean any. */
export const cleanHtml = async (html: string): Promise<string> => {
  const { default: sanitize } = await import('sanitize-html')
  return sanitize(html, options)
}
