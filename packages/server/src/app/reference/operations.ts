import type { Api, Endpoint } from '@signet/contract/kit/endpoint'
import type { Documented } from '../openapi/documented.ts'
import { answerHeaders, requestHeaders } from '../openapi/headers.ts'
import { isJson, type Json } from '../openapi/json.ts'
import { tagOf } from '../openapi/tags.ts'
import { apiOf, documentedAlone } from '../openapi.ts'
import { describedFields, type Field } from './fields.ts'

/** What the lists say of a call. */
export interface Listed {
  readonly api: Api
  readonly id: string
  readonly method: Endpoint['method']
  readonly path: string
  readonly summary: string
  readonly subject: string
}

interface Parameter extends Field {
  readonly place: string
}

/** What is sent or answered: its whole as a field without a name. */
interface Content {
  readonly mediaType: string
  readonly whole: Field
  readonly example?: unknown
}

interface Answer {
  readonly status: string
  readonly text: string
  readonly headers: readonly Field[]
  readonly content: Content | null
}

/** All that is known of a call, as its page shows it. */
export interface Described extends Listed {
  readonly text: string
  readonly permission: string | null
  /** Names of the credentials it takes; empty where none is needed. */
  readonly credentials: readonly string[]
  readonly limitClass: string
  readonly parameters: readonly Parameter[]
  readonly body: Content | null
  readonly answers: readonly Answer[]
  readonly failures: readonly Pick<Answer, 'status' | 'text'>[]
}

export const listed = ({ name, endpoint }: Documented): Listed => ({
  api: apiOf(endpoint),
  id: name,
  method: endpoint.method,
  path: endpoint.path.replaceAll(/:([A-Za-z]+)/g, '{$1}'),
  summary: endpoint.summary,
  subject: tagOf(endpoint),
})

const jsonOf = (value: unknown): Json => (isJson(value) ? value : {})
const jsonsIn = (value: unknown): readonly Json[] => [value].flat().filter(isJson)
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

type FieldOf = ReturnType<typeof describedFields>

const byReference = (parts: object, reference: unknown): Json =>
  jsonOf(Reflect.get(parts, textOf(reference).split('/').at(-1) ?? ''))

const parameterOf = (given: Json, fieldOf: FieldOf): Parameter => {
  const parameter = '$ref' in given ? byReference(requestHeaders, given['$ref']) : given
  const { name, in: place, required, description, schema } = parameter
  return {
    ...fieldOf(jsonOf(schema), { name: textOf(name), isRequired: required === true }),
    text: textOf(description),
    place: textOf(place),
  }
}

const contentOf = (given: unknown, fieldOf: FieldOf, isRequired = true): Content | null => {
  const [found] = Object.entries(jsonOf(given))
  if (found === undefined) return null
  const [mediaType, media] = found
  const { schema, ...rest } = jsonOf(media)
  return {
    mediaType,
    whole: fieldOf(jsonOf(schema), { name: '', isRequired }),
    ...('example' in rest ? { example: rest['example'] } : {}),
  }
}

const headerOf = (name: string, given: unknown, fieldOf: FieldOf): Field => {
  const own = jsonOf(given)
  const { schema, description } = '$ref' in own ? byReference(answerHeaders, own['$ref']) : own
  return { ...fieldOf(jsonOf(schema), { name, isRequired: false }), text: textOf(description) }
}

const answerOf = (status: string, response: Json, fieldOf: FieldOf): Answer => ({
  status,
  text: textOf(response['description']),
  headers: Object.entries(jsonOf(response['headers'])).map(([name, header]) =>
    headerOf(name, header, fieldOf),
  ),
  content: contentOf(response['content'], fieldOf),
})

const isFailure = (status: string): boolean => Number(status) >= 400

type IsVersioned = Parameters<typeof documentedAlone>[1]

/** A call with its parameters, fields, answers and errors, from the same contract as the documents. */
export const described = (call: Documented, isVersioned: IsVersioned): Described => {
  const { operation, schemas } = documentedAlone(call, isVersioned)
  const request = jsonOf(operation['requestBody'])
  const responses = Object.entries(jsonOf(operation['responses']))
  const failures = responses.filter(([status]) => isFailure(status))
  const permission = operation['x-permission']
  const inRequest = describedFields(schemas)
  // What is listed in the request is listed again in the answer: they are read apart.
  const inAnswers = describedFields(schemas)
  return {
    ...listed(call),
    text: textOf(operation['description']),
    permission: typeof permission === 'string' ? permission : null,
    credentials: jsonsIn(operation['security']).flatMap((one) => Object.keys(one)),
    limitClass: textOf(operation['x-rate-limit-class']),
    parameters: jsonsIn(operation['parameters']).map((one) => parameterOf(one, inRequest)),
    body: contentOf(request['content'], inRequest, request['required'] === true),
    answers: responses
      .filter(([status]) => !isFailure(status))
      .map(([status, response]) => answerOf(status, jsonOf(response), inAnswers)),
    failures: failures.map(([status, response]) => ({
      status,
      text: textOf(jsonOf(response)['description']),
    })),
  }
}
