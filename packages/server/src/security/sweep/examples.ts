import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import type { Endpoint } from '@signet/contract/kit/endpoint'
import { documentedCalls } from '../../app/areas.ts'
import { type Example, exampleOf } from '../../app/openapi/examples.ts'
import type { Visit } from './crawl.ts'
import { exampleMaker, isAnswerOf, isRequestOf } from './example-of.ts'
import type { Recording } from './recording.ts'
import { label } from './shapes.ts'

const folder = new URL('../../app/openapi/examples/', import.meta.url)

export const isJsonAnswer = ({ answer }: Visit): boolean =>
  String(answer.headers['content-type'] ?? '').startsWith('application/json')

/** What each right call of the recording sent and was answered, by method and path, without secrets. */
export const examplesOf = (recording: Recording): ReadonlyMap<string, Example> => {
  const { world, stored, bearers } = recording
  const made = exampleMaker([...world.secrets, ...stored, ...bearers])
  return new Map(
    recording.right.map((visit) => {
      const { route, given, answer } = visit
      const { body } = route.endpoint
      const request = body === undefined ? undefined : made(given.body, isRequestOf(route.endpoint))
      const answered = isJsonAnswer(visit)
        ? made(JSON.parse(answer.text), (value) => isAnswerOf(route.endpoint, value))
        : undefined
      return [
        label(route),
        {
          ...(request === undefined ? {} : { request }),
          ...(answered === undefined ? {} : { answer: answered }),
        },
      ]
    }),
  )
}

const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`

/** The example that is there, as long as it has the parts of the new one and fits the call. */
export const settledExample = (endpoint: Endpoint, made: Example, kept: Example): Example => {
  const hasParts =
    (made.request === undefined) === (kept.request === undefined) &&
    (made.answer === undefined) === (kept.answer === undefined)
  const fits =
    (made.request === undefined || isRequestOf(endpoint)(kept.request)) &&
    (made.answer === undefined || isAnswerOf(endpoint, kept.answer))
  return hasParts && fits ? kept : made
}

/**
 * Writes the examples of the OpenAPI documents, a file for each area, and leaves those that still fit
 * as they are. Returns how many there are.
 */
export const writeExamples = (recording: Recording): number => {
  const examples = examplesOf(recording)
  const files = [...Map.groupBy(documentedCalls, (call) => call.area)].map(([area, own]) => {
    const calls = new Map(own.map(({ endpoint }) => [nameOf(endpoint), endpoint]))
    const content = [...calls.keys()].toSorted().flatMap((name) => {
      const [made, endpoint] = [examples.get(name), calls.get(name)]
      if (made === undefined || endpoint === undefined) return []
      return [[name, settledExample(endpoint, made, exampleOf(area, name))] as const]
    })
    return { area, content }
  })
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const { area, content } of files) {
    if (content.length === 0) continue
    const text = JSON.stringify(Object.fromEntries(content), null, 2)
    writeFileSync(new URL(`${area}.json`, folder), `${text}\n`)
  }
  return examples.size
}
