import { escaped, prose } from '../html.ts'
import type { Field } from './fields.ts'
import type { Described } from './operations.ts'

const code = (text: string): string => `<code>${escaped(text)}</code>`

/** A list of values that is longer says less than its beginning. */
const mostValues = 60

const valuesLine = (values: readonly string[]): string => {
  if (values.length === 0) return ''
  const shown = values.slice(0, mostValues).map(code).join(', ')
  const rest = values.length - mostValues
  return `<p>Values: ${shown}${rest > 0 ? ` and ${rest} more` : ''}</p>`
}

/** What is said of a field in requests where it has to be there, in answers where it may be absent. */
const marks = {
  sent: (field: Field) => (field.isRequired ? ' <b>required</b>' : ''),
  answered: (field: Field) => (field.isRequired ? '' : ' <i>optional</i>'),
  plain: () => '',
} as const
type Mark = keyof typeof marks

const detailsOf = ({ text, limits, values, before, fields }: Field, mark: Mark): string =>
  [
    prose(text),
    limits.length === 0 ? '' : `<p>${escaped(limits.join('; '))}</p>`,
    valuesLine(values),
    before === null ? '' : `<p>Fields as in ${code(before)} above.</p>`,
    fieldList(fields, mark),
  ].join('')

const fieldItem = (field: Field, mark: Mark): string =>
  `<dt>${code(field.name)} ${escaped(field.type)}${marks[mark](field)}</dt><dd>${detailsOf(field, mark)}</dd>`

const fieldList = (fields: readonly Field[], mark: Mark): string =>
  fields.length === 0 ? '' : `<dl>${fields.map((field) => fieldItem(field, mark)).join('\n')}</dl>`

type Content = NonNullable<Described['body']>

const exampleOf = (example: unknown): string =>
  typeof example === 'string' ? example : JSON.stringify(example, null, 2)

const contentOf = ({ mediaType, whole, example }: Content, mark: Mark): string =>
  [
    `<p>${code(mediaType)}, ${escaped(whole.type)}${whole.isRequired ? '' : ', optional'}</p>`,
    detailsOf(whole, mark),
    example === undefined ? '' : `<h3>Example</h3><pre>${escaped(exampleOf(example))}</pre>`,
  ].join('')

const section = (title: string, html: string): string =>
  html === '' ? '' : `<h2>${title}</h2>${html}`

const placeNames: Readonly<Record<string, string>> = {
  path: 'Path parameters',
  query: 'Query parameters',
  header: 'Headers',
}

const parametersOf = ({ parameters }: Described): string =>
  Object.entries(placeNames)
    .map(([place, title]) =>
      section(
        title,
        fieldList(
          parameters.filter((parameter) => parameter.place === place),
          'sent',
        ),
      ),
    )
    .join('')

const answersOf = ({ answers }: Described): string =>
  answers
    .map(({ status, text, headers, content }) =>
      [
        section(`Answer ${status}`, prose(text)),
        content === null ? '' : contentOf(content, 'answered'),
        headers.length === 0 ? '' : `<h3>Headers of the answer</h3>${fieldList(headers, 'plain')}`,
      ].join(''),
    )
    .join('')

const failuresOf = ({ failures }: Described): string =>
  section('Errors', failures.map(({ status, text }) => `<h3>${status}</h3>${prose(text)}`).join(''))

/** In single quotes, for a shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** A query parameter that has to be there, with what stands for its value. */
const queryOf = ({ parameters }: Described): string => {
  const required = parameters.filter(({ place, isRequired }) => place === 'query' && isRequired)
  return required.length === 0
    ? ''
    : `?${required.map(({ name }) => `${encodeURIComponent(name)}={${name}}`).join('&')}`
}

/** The call as it is typed into a shell; values in braces are to be filled in. */
const curlOf = (call: Described, origin: string): string => {
  const { method, path, credentials, body } = call
  const example = body?.example
  return [
    `curl ${quoted(`${origin}${path}${queryOf(call)}`)}`,
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    ...(credentials.length === 0 ? [] : [`-H "Authorization: Bearer $TOKEN"`]),
    ...(body === null ? [] : [`-H ${quoted(`Content-Type: ${body.mediaType}`)}`]),
    ...(example === undefined
      ? []
      : [`-d ${quoted(typeof example === 'string' ? example : JSON.stringify(example))}`]),
  ].join(' \\\n  ')
}

const credentialNames: Readonly<Record<string, string>> = {
  session: 'the session of a user',
  application: 'the token of an API application',
  assistant: 'the token of a linked voice assistant',
  initialAccess: 'an initial access token of client registration',
  registration: 'the registration access token of the client',
}

const accessOf = ({ credentials, permission, limitClass }: Described): string => {
  const names = credentials.map((name) => credentialNames[name] ?? name).join(', or ')
  const parts = [
    credentials.length === 0 ? 'No credentials are needed.' : `Called with ${names}.`,
    permission === null ? '' : `Permission: \`${permission}\`.`,
    `Rate limit class: \`${limitClass}\`.`,
  ]
  return prose(parts.filter((part) => part !== '').join(' '))
}

const tryPath = ({ api, id }: Described): string =>
  `/#/tryapi?api=${api}&operation=${encodeURIComponent(id)}`

/** What one call takes, answers and fails with. */
export const callPage = (call: Described, origin: string): string =>
  [
    `<h1>${escaped(call.summary)}</h1>`,
    `<p class="call"><b>${call.method}</b> ${code(call.path)}</p>`,
    prose(call.text),
    accessOf(call),
    `<p><a href="${escaped(tryPath(call))}">Try it in the console</a> · Operation ${code(call.id)}</p>`,
    section('Example request', `<pre>${escaped(curlOf(call, origin))}</pre>`),
    parametersOf(call),
    call.body === null ? '' : section('Request body', contentOf(call.body, 'sent')),
    answersOf(call),
    failuresOf(call),
  ].join('\n')
