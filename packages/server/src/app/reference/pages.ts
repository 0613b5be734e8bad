import type { Api } from '@signet/contract/kit/endpoint'
import { escaped, prose } from '../html.ts'
import type { Listed } from './operations.ts'
import { type Group, groupPath, type Reference, referenceBase } from './reference.ts'

interface Place {
  readonly api: Api
  /** The subject that is shown. */
  readonly group?: Group
  readonly query?: string
}

const current = (isCurrent: boolean): string => (isCurrent ? ' aria-current="page"' : '')

const header = ({ apis }: Reference, { api, query = '' }: Place): string => {
  const links = apis.map(
    (one) => `<a href="${referenceBase(one)}"${current(one === api)}>${one}</a>`,
  )
  return `<header><b>Signet API reference</b><nav aria-label="APIs">${links.join(' ')}</nav>
<form role="search" action="${referenceBase(api)}"><input type="search" name="q" aria-label="Search the calls of all APIs" placeholder="Search calls" maxlength="100" value="${escaped(query)}"><button>Search</button></form></header>`
}

const subjects = ({ groupsOf }: Reference, { api, group }: Place): string => {
  const links = groupsOf(api).map(
    (one) =>
      `<li><a href="${groupPath(one)}"${current(one.slug === group?.slug)}>${escaped(one.name)}</a></li>`,
  )
  return `<nav class="subjects" aria-label="Subjects"><ul>${links.join('\n')}</ul></nav>`
}

/** A page of the reference around its contents. */
export const referencePage = (
  reference: Reference,
  place: Place,
  { title, body }: { readonly title: string; readonly body: string },
): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${escaped(title)} · Signet API reference</title>
<link rel="stylesheet" href="/help/developer/apis.css"></head>
<body>${header(reference, place)}
<main>${body}</main>
${subjects(reference, place)}</body></html>`

const callItem = ({ method, path, summary, api, id, subject }: Listed): string => {
  const href = `${groupPath({ api, name: subject })}/${encodeURIComponent(id)}`
  return `<li><p><a href="${href}">${escaped(summary)}</a></p><p><b>${method}</b> <code>${escaped(path)}</code></p></li>`
}

const callList = (calls: readonly Listed[]): string =>
  `<ul class="calls">${calls.map(callItem).join('\n')}</ul>`

/** The calls of one subject. */
export const groupPage = ({ name, description, calls }: Group): string =>
  `<h1>${escaped(name)}</h1>${prose(description)}${callList(calls)}`

/** What was found, by API. */
export const foundPage = (query: string, found: readonly Listed[]): string => {
  const byApi = [...Map.groupBy(found, ({ api }) => api)]
  const lists = byApi.map(([api, calls]) => `<h2>${api}</h2>${callList(calls)}`)
  const none = '<p>No call has all of these words in its path, name, summary or subject.</p>'
  return `<h1>Calls with “${escaped(query)}”</h1>${lists.length === 0 ? none : lists.join('')}`
}

interface Start {
  readonly title: string
  readonly description: string
  readonly credentials: readonly (readonly [name: string, description: string])[]
}

/** What holds for all calls of an API, and its subjects. */
export const startPage = (
  { groupsOf }: Reference,
  api: Api,
  { title, description, credentials }: Start,
): string => {
  const groups = groupsOf(api).map(
    (group) =>
      `<dt><a href="${groupPath(group)}">${escaped(group.name)}</a> (${group.calls.length})</dt><dd>${prose(group.description)}</dd>`,
  )
  const schemes = credentials.map(
    ([name, text]) => `<dt><code>${escaped(name)}</code></dt><dd>${prose(text)}</dd>`,
  )
  return `<h1>${escaped(title)}</h1>
<p><a href="/documentation/help/en/first-call">A first call in five minutes</a> · <a href="openapi.json">OpenAPI 3.1 document</a></p>
${prose(description)}<h2>Authentication</h2><dl>${schemes.join('\n')}</dl><h2>Subjects</h2><dl>${groups.join('\n')}</dl>`
}
