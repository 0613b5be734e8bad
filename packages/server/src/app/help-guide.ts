import { helpPages, helpPaths } from '@signet/rules/console'
import { helpGuideLocaleFor, helpGuideLocales, isHelpGuideLocale } from '@signet/rules/locales'
import { oneOf } from '@signet/rules/membership'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../kit/errors.ts'
import type { Pipeline } from '../kit/pipeline.ts'
import { answerFile, type BuiltFile, builtFile, once } from './built-file.ts'
import {
  type Guide,
  guideFound,
  guidePage,
  guideSearch,
  guideStylePath,
  readGuide,
} from './help-guide-pages.ts'
import { guideStyles } from './help-guide-styles.ts'
import { tenantOfPage } from './page-tenant.ts'

const fallback = 'en'
/** Beside the pages of a language: their titles, headings and texts. */
const indexName = 'index.json'

const headers = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  'Referrer-Policy': 'same-origin',
}

const isHelpPage = oneOf(helpPages)

interface Language {
  readonly guide: Guide
  /** What stands under a name; each is built when it is first asked for. */
  file(name: string): BuiltFile | undefined
}

const readLanguage = (locale: string): Language => {
  const guide = readGuide(locale)
  const built = new Map<string, BuiltFile>()
  const build = (name: string): BuiltFile | undefined => {
    if (name === indexName) return builtFile('application/json', JSON.stringify(guide.index()))
    if (!isHelpPage(name) || !guide.bodies.has(name)) return undefined
    return builtFile('text/html', guidePage(guide, name))
  }
  return {
    guide,
    file: (name) => {
      const file = built.get(name) ?? build(name)
      if (file !== undefined) built.set(name, file)
      return file
    },
  }
}

const languagesOf = () => {
  const languages = new Map(
    helpGuideLocales.map((locale) => [locale, once(() => readLanguage(locale))]),
  )
  return (locale: string): Language | undefined =>
    isHelpGuideLocale(locale) ? languages.get(locale)?.() : undefined
}

const answer = (request: FastifyRequest, reply: FastifyReply, file: BuiltFile): FastifyReply =>
  answerFile(request, reply.headers(headers), file)

interface OnePage {
  Params: { locale: string; page: string }
  Querystring: { q?: unknown }
}

/**
 * The help guide: static pages, each built at its first use, and a search in them. A page that a
 * language does not have leads to its English one.
 */
export const mountHelpGuide = (app: FastifyInstance, { doors }: Pipeline): void => {
  const languageOf = languagesOf()
  const styles = once(() => builtFile('text/css', guideStyles))
  const addressFor = (locale: string, page: string): string => {
    const known = helpGuideLocaleFor(locale)
    const isThere = page === guideSearch || languageOf(known)?.file(page) !== undefined
    return `${helpPaths.guides}${isThere ? known : fallback}/${page}`
  }
  const toStart = async (request: FastifyRequest, reply: FastifyReply, locale?: string) => {
    const tenant = await tenantOfPage(doors, request)
    const wished = tenant === null ? fallback : doors.localeOf(request, tenant)
    return reply.redirect(addressFor(locale ?? wished, 'start'), 302)
  }
  app.get(guideStylePath, (request, reply) => answer(request, reply, styles()))
  app.get(helpPaths.guides, (request, reply) => toStart(request, reply))
  app.get<{ Params: { locale: string } }>(`${helpPaths.guides}:locale`, (request, reply) =>
    toStart(request, reply, request.params.locale),
  )
  app.get<OnePage>(`${helpPaths.guides}:locale/:page`, async (request, reply) => {
    const { locale, page } = request.params
    await tenantOfPage(doors, request)
    const language = languageOf(locale)
    if (page === guideSearch && language !== undefined) {
      const found = guideFound(language.guide, String(request.query.q ?? ''))
      return answer(request, reply, builtFile('text/html', found))
    }
    const file = language?.file(page)
    if (file !== undefined) return answer(request, reply, file)
    const isKnown = page === guideSearch || languageOf(fallback)?.file(page) !== undefined
    if (!isKnown) throw new ApiError('not_found')
    return reply.redirect(addressFor(locale, page), 302)
  })
}
