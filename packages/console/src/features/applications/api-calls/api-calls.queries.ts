import { httpMethods } from '@signet/rules/applications'
import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { readFile } from '../../../lib/static-file.ts'

const Method = z.enum(httpMethods)

const ListedCall = z.object({
  api: z.string(),
  id: z.string(),
  method: Method,
  path: z.string(),
  summary: z.string(),
  subject: z.string(),
})
export type ListedCall = z.output<typeof ListedCall>

const Parameter = z.object({
  name: z.string(),
  place: z.enum(['path', 'query', 'header']),
  type: z.string(),
  isRequired: z.boolean(),
  text: z.string(),
  /** Each as JSON. */
  values: z.array(z.string()),
})
export type Parameter = z.output<typeof Parameter>

const Body = z.object({
  mediaType: z.string(),
  whole: z.object({ isRequired: z.boolean() }),
  example: z.unknown(),
})

const ApiCall = ListedCall.extend({
  credentials: z.array(z.string()),
  permission: z.string().nullable(),
  parameters: z.array(Parameter),
  body: Body.nullable(),
})
/** What the reference of the service says of a call, as far as it is needed to make it. */
export type ApiCall = z.output<typeof ApiCall>

const folder = '/help/developer/apis'
/** They change with a release, with which the console is loaded anew. */
const staleTime = Number.POSITIVE_INFINITY

const slugOf = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')

/** The page about a call. */
export const referenceLink = ({ api, subject, id }: ListedCall): string =>
  `${folder}/${api}/openapi/${slugOf(subject)}/${encodeURIComponent(id)}`

export const callsQuery = queryOptions({
  queryKey: ['api-calls'],
  queryFn: async ({ signal }) =>
    z.array(ListedCall).parse(await (await readFile(`${folder}/calls.json`, signal)).json()),
  staleTime,
})

export const callQuery = ({ api, id }: Pick<ListedCall, 'api' | 'id'>) =>
  queryOptions({
    queryKey: ['api-calls', api, id],
    queryFn: async ({ signal }) => {
      const path = `${folder}/calls/${encodeURIComponent(api)}/${encodeURIComponent(id)}`
      return ApiCall.parse(await (await readFile(path, signal)).json())
    },
    staleTime,
  })
