import type { Api } from '@signet/contract/kit/endpoint'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../kit/errors.ts'
import type { Pipeline } from '../kit/pipeline.ts'
import { version } from '../platform/version.ts'
import { answerFile, type BuiltFile, builtFile, once } from './built-file.ts'
import type { Documented } from './openapi/documented.ts'
import { versionedAmong } from './openapi/versions.ts'
import { apiOf, apis, generalDescription, openApiDocument, schemesOf, titles } from './openapi.ts'
import { tenantOfPage } from './page-tenant.ts'
import { callPage } from './reference/call-page.ts'
import { type Described, described } from './reference/operations.ts'
import { foundPage, groupPage, referencePage, startPage } from './reference/pages.ts'
import {
  createReference,
  type Group,
  type Reference,
  referenceBase,
} from './reference/reference.ts'
import { referenceStyles } from './reference/styles.ts'

const folder = '/help/developer/apis'

const headers = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  'Referrer-Policy': 'same-origin',
}

const answerPage = (request: FastifyRequest, reply: FastifyReply, html: string): FastifyReply =>
  answerFile(request, reply.headers(headers), builtFile('text/html', html))

const json = (value: unknown): BuiltFile => builtFile('application/json', JSON.stringify(value))

const credentialsOf = (api: Api, routes: readonly Documented[]) => {
  const schemes = schemesOf(routes.filter(({ endpoint }) => apiOf(endpoint) === api))
  return Object.entries(schemes).map(
    ([name, scheme]) => [name, String(Object(scheme).description)] as const,
  )
}

/** Where an example calls while the host of the request has no tenant that is known. */
const anyOrigin = 'https://login.example.com'

/** The calls by API and operation ID, described when they are asked for. */
const callsBy = (routes: readonly Documented[]) => {
  const isVersioned = versionedAmong(routes)
  return (api: string, id: string): Described => {
    const call = routes.find(({ name, endpoint }) => name === id && apiOf(endpoint) === api)
    if (call === undefined) throw new ApiError('not_found')
    return described(call, isVersioned)
  }
}

interface Mounted {
  readonly api: Api
  readonly reference: () => Reference
  readonly routes: readonly Documented[]
}

/** The longest text that is searched for. */
const longestSearch = 100

/** The page of an API, with what is searched for in all of them; and its document. */
const mountStart = (app: FastifyInstance, { api, reference, routes }: Mounted): void => {
  const base = referenceBase(api)
  const start = once(() => ({
    title: titles[api],
    description: generalDescription,
    credentials: credentialsOf(api, routes),
  }))
  app.get<{ Querystring: { q?: unknown } }>(base, (request, reply) => {
    const query = String(request.query.q ?? '')
      .trim()
      .slice(0, longestSearch)
    const page =
      query === ''
        ? { title: titles[api], body: startPage(reference(), api, start()) }
        : { title: 'Search', body: foundPage(query, reference().find(query)) }
    return answerPage(request, reply, referencePage(reference(), { api, query }, page))
  })
  const document = once(() => json(openApiDocument(api, routes, version)))
  app.get(`${base}openapi.json`, (request, reply) => answerFile(request, reply, document()))
}

interface Calls extends Mounted {
  readonly callOf: ReturnType<typeof callsBy>
  readonly doors: Pipeline['doors']
}

/** The pages of the subjects of an API, and of their calls. */
const mountCalls = (app: FastifyInstance, { api, reference, callOf, doors }: Calls): void => {
  const groupOf = (slug: string): Group => {
    const found = reference()
      .groupsOf(api)
      .find((group) => group.slug === slug)
    if (found === undefined) throw new ApiError('not_found')
    return found
  }
  const path = `${referenceBase(api)}:group`
  app.get<{ Params: { group: string } }>(path, (request, reply) => {
    const group = groupOf(request.params.group)
    const page = { title: group.name, body: groupPage(group) }
    return answerPage(request, reply, referencePage(reference(), { api, group }, page))
  })
  app.get<{ Params: { group: string; operation: string } }>(
    `${path}/:operation`,
    async (request, reply) => {
      const group = groupOf(request.params.group)
      const call = callOf(api, request.params.operation)
      if (call.subject !== group.name) throw new ApiError('not_found')
      const origin = (await tenantOfPage(doors, request))?.publicUrl ?? anyOrigin
      const page = { title: call.summary, body: callPage(call, origin) }
      return answerPage(request, reply, referencePage(reference(), { api, group }, page))
    },
  )
}

/** The reference of the APIs, and the OpenAPI documents that it is made of. */
export const mountHelp = (
  app: FastifyInstance,
  { doors }: Pick<Pipeline, 'doors'>,
  routes: readonly Documented[],
): void => {
  const styles = once(() => builtFile('text/css', referenceStyles))
  app.get(`${folder}.css`, (request, reply) => answerFile(request, reply, styles()))
  const reference = once(() => createReference(routes))
  const callOf = callsBy(routes)
  const list = once(() => json(reference().calls))
  app.get(`${folder}/calls.json`, (request, reply) => answerFile(request, reply, list()))
  app.get<{ Params: { api: string; operation: string } }>(
    `${folder}/calls/:api/:operation`,
    (request, reply) => {
      const { api, operation } = request.params
      return answerFile(request, reply, json(callOf(api, operation)))
    },
  )
  for (const api of apis) {
    mountStart(app, { api, reference, routes })
    mountCalls(app, { api, reference, routes, callOf, doors })
  }
}
