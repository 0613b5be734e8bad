import type { Endpoint } from '@signet/contract/kit/endpoint'
import { z } from 'zod'
import { headersOfSuccess } from './headers.ts'
import { isJson, type Json } from './json.ts'
import type { Parts } from './made.ts'

const wordsOf = (name: string): string =>
  name.replace(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, ' ')

const idOf = (schema: z.core.$ZodType): string | undefined => z.globalRegistry.get(schema)?.id

const itemOf = (schema: z.ZodType): string | undefined => {
  if (!(schema instanceof z.ZodArray)) return undefined
  return idOf(schema.element) ?? 'value'
}

const pageItemOf = (schema: z.ZodType): string | undefined => {
  if (!(schema instanceof z.ZodObject)) return undefined
  const { results, paging } = schema.shape
  return paging === undefined || !(results instanceof z.ZodArray) ? undefined : itemOf(results)
}

/** What the answer is: a file, a page, a list, or the object that its schema names. */
const contentWords = ({ answer, produces }: Endpoint): string => {
  if (produces !== undefined) return `A file (${produces}).`
  const paged = pageItemOf(answer)
  if (paged !== undefined)
    return `One page of ${wordsOf(paged)} objects; \`paging.nextCursor\` is the \`cursor\` of the next.`
  const item = itemOf(answer)
  if (item !== undefined)
    return item === 'value' ? 'A list.' : `A list of ${wordsOf(item)} objects.`
  const name = idOf(answer)
  return name === undefined ? 'The result.' : `${wordsOf(name)}.`
}

/** The response of a call that succeeds, by its status. */
export const successOf = (
  endpoint: Endpoint,
  example: Json,
  { schemas, isVersioned }: Pick<Parts, 'schemas' | 'isVersioned'>,
): Json => {
  const headers = headersOfSuccess(endpoint, isVersioned(endpoint))
  if (endpoint.redirects === true) {
    const location = {
      Location: {
        description: 'Where the browser goes.',
        schema: { type: 'string', format: 'uri-reference' },
      },
    }
    return { 303: { description: 'The browser is sent on.', headers: { ...headers, ...location } } }
  }
  if (endpoint.answer instanceof z.ZodUndefined)
    return { 204: { description: 'It is done; there is no content.', headers } }
  const media = { schema: schemas.of(endpoint.answer, 'output'), ...example }
  const content = { [endpoint.produces ?? 'application/json']: isJson(media) ? media : {} }
  if (endpoint.location !== undefined)
    return { 201: { description: `Created: ${contentWords(endpoint)}`, headers, content } }
  return { 200: { description: contentWords(endpoint), headers, content } }
}
