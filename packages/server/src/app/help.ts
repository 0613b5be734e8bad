import { type Api, errorsOf, needsOf } from '@signet/contract/kit/endpoint'
import type { FastifyInstance } from 'fastify'
import type { Documented } from './openapi/documented.ts'
import { apis, openApiDocument } from './openapi.ts'
import { version } from './version.ts'

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

const operationRow = ({ endpoint }: Documented): string => {
  const needs = needsOf(endpoint).map((need) => need.join(' '))
  const need = needs.length === 0 ? endpoint.actor : needs.join(' or ')
  return `<details><summary><b class="${endpoint.method.toLowerCase()}">${endpoint.method}</b> <code>${escaped(endpoint.path)}</code> <span>${escaped(endpoint.summary)}</span></summary>
<p>${escaped(endpoint.description ?? endpoint.summary)}</p>
<p>Permission: <code>${escaped(need)}</code>. Errors: ${
    errorsOf(endpoint)
      .map((code) => `<code>${code}</code>`)
      .join(', ') || 'only the general ones'
  }.</p></details>`
}

const page = (api: Api, routes: readonly Documented[]): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Signet ${api} API</title><link rel="stylesheet" href="/help/developer/apis.css"></head>
<body><header><h1>Signet ${api} API</h1>
<nav>${apis.map((name) => `<a href="/help/developer/apis/${name}/openapi/">${name}</a>`).join(' ')}
<a href="openapi.json">OpenAPI 3.1 document</a></nav></header>
<main>${routes.map(operationRow).join('\n')}</main></body></html>`

const styles = `:root{color-scheme:light dark}body{font:15px/1.5 system-ui,sans-serif;max-width:64rem;margin:2rem auto;padding:0 1rem}
nav{display:flex;gap:1rem;flex-wrap:wrap}details{border-bottom:1px solid #8884;padding:.5rem 0}summary{cursor:pointer}
b{display:inline-block;min-width:4rem}span{opacity:.85}code{font-size:.9em}`

const styleRoute = '/help/developer/apis.css'

/** Made when it is first asked for, which takes a second; then kept. */
const once = (make: (api: Api) => Buffer): ((api: Api) => Buffer) => {
  const made = new Map<Api, Buffer>()
  return (api) => {
    const document = made.get(api) ?? make(api)
    made.set(api, document)
    return document
  }
}

/** The OpenAPI documents, each with a page to browse it. */
export const mountHelp = (app: FastifyInstance, routes: readonly Documented[]): void => {
  const documentOf = once((api) =>
    Buffer.from(JSON.stringify(openApiDocument(api, routes, version))),
  )
  app.get(styleRoute, (_request, reply) => reply.type('text/css').send(styles))
  for (const api of apis) {
    const own = routes.filter(({ endpoint }) => (endpoint.api ?? 'administration') === api)
    const base = `/help/developer/apis/${api}/openapi/`
    app.get(base, (_request, reply) =>
      reply
        .type('text/html; charset=utf-8')
        .header(
          'Content-Security-Policy',
          "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'",
        )
        .send(page(api, own)),
    )
    app.get(`${base}openapi.json`, (_request, reply) =>
      reply.type('application/json; charset=utf-8').send(documentOf(api)),
    )
  }
}
