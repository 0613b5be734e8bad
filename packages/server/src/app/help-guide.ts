import { createHash } from 'node:crypto'
import { brotliCompressSync, constants } from 'node:zlib'
import { helpPageOf } from '@signet/phrases/help'
import { type HelpPage, helpPages, helpPaths } from '@signet/rules/console'
import { helpGuideLocaleFor, helpGuideLocales, isHelpGuideLocale } from '@signet/rules/locales'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../kit/errors.ts'
import type { Pipeline } from '../kit/pipeline.ts'
import { guideStyles } from './help-guide-styles.ts'
import { tenantOfPage } from './page-tenant.ts'

interface BuiltFile {
  readonly type: string
  readonly content: Buffer
  readonly compressed: Buffer
  readonly etag: string
}

const fallback = 'en'
const styleName = 'guide.css'

const headers = {
  'Cache-Control': 'no-cache',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'same-origin',
  Vary: 'Accept-Encoding',
}

const builtFile = (type: string, text: string): BuiltFile => {
  const content = Buffer.from(text)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 }
  return {
    type: `${type}; charset=utf-8`,
    content,
    compressed: brotliCompressSync(content, { params }),
    etag: `"${createHash('sha256').update(content).digest('base64url').slice(0, 27)}"`,
  }
}

/** The text of the heading that a page begins with. */
const titleOf = (body: string): string => /^<h1>([^<]+)<\/h1>/.exec(body)?.[1] ?? ''

const document = (
  locale: string,
  page: HelpPage,
  bodies: ReadonlyMap<HelpPage, string>,
): string => {
  const guide = titleOf(bodies.get('start') ?? '')
  const body = bodies.get(page) ?? ''
  const links = [...bodies].map(([name, text]) => {
    const current = name === page ? ' aria-current="page"' : ''
    return `<li><a href="${name}"${current}>${titleOf(text)}</a></li>`
  })
  return `<!doctype html>
<html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${titleOf(body)} · Signet</title>
<link rel="stylesheet" href="${helpPaths.guides}${styleName}"></head>
<body><nav aria-label="${guide}"><ul>${links.join('\n')}</ul></nav>
<main>${body}</main></body></html>`
}

/** What is made at its first use, and kept. */
const once = <T>(make: () => T): (() => T) => {
  let made: { readonly value: T } | null = null
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** The pages of a language by their names; each is built when it is first asked for. */
const readLanguage = (locale: string): ReadonlyMap<string, () => BuiltFile> => {
  const bodies = new Map<HelpPage, string>()
  for (const page of helpPages) {
    const body = helpPageOf(locale, page)
    if (body !== null) bodies.set(page, body)
  }
  const build = (page: HelpPage): BuiltFile =>
    builtFile('text/html', document(locale, page, bodies))
  return new Map([...bodies.keys()].map((page) => [page, once(() => build(page))]))
}

const answer = (request: FastifyRequest, reply: FastifyReply, file: BuiltFile): FastifyReply => {
  reply.headers({ ...headers, ETag: file.etag }).type(file.type)
  if (request.headers['if-none-match'] === file.etag) return reply.code(304).send()
  return /\bbr\b/.test(request.headers['accept-encoding']?.toString() ?? '')
    ? reply.header('Content-Encoding', 'br').send(file.compressed)
    : reply.send(file.content)
}

/**
 * The help guide: static pages, each built at its first use. A page that a language does not have
 * leads to its English one.
 */
export const mountHelpGuide = (app: FastifyInstance, { doors }: Pipeline): void => {
  const languages = new Map(
    helpGuideLocales.map((locale) => [locale, once(() => readLanguage(locale))]),
  )
  const pageOf = (locale: string, page: string) =>
    isHelpGuideLocale(locale) ? languages.get(locale)?.().get(page) : undefined
  const styles = once(() => builtFile('text/css', guideStyles))
  const addressFor = (locale: string, page: string): string => {
    const known = helpGuideLocaleFor(locale)
    return `${helpPaths.guides}${pageOf(known, page) === undefined ? fallback : known}/${page}`
  }
  const toStart = async (request: FastifyRequest, reply: FastifyReply, locale?: string) => {
    const tenant = await tenantOfPage(doors, request)
    const wished = tenant === null ? fallback : doors.localeOf(request, tenant)
    return reply.redirect(addressFor(locale ?? wished, 'start'), 302)
  }
  app.get(`${helpPaths.guides}${styleName}`, (request, reply) => answer(request, reply, styles()))
  app.get(helpPaths.guides, (request, reply) => toStart(request, reply))
  app.get<{ Params: { locale: string } }>(`${helpPaths.guides}:locale`, (request, reply) =>
    toStart(request, reply, request.params.locale),
  )
  app.get<{ Params: { locale: string; page: string } }>(
    `${helpPaths.guides}:locale/:page`,
    async (request, reply) => {
      const { locale, page } = request.params
      await tenantOfPage(doors, request)
      const build = pageOf(locale, page)
      if (build !== undefined) return answer(request, reply, build())
      if (pageOf(fallback, page) === undefined) throw new ApiError('not_found')
      return reply.redirect(addressFor(locale, page), 302)
    },
  )
}
