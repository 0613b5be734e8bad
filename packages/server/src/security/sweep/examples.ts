import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { documentedCalls } from '../../app/areas.ts'
import type { Example } from '../../app/openapi/examples.ts'
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
  const exampleOf = exampleMaker([...world.secrets, ...stored, ...bearers])
  return new Map(
    recording.right.map((visit) => {
      const { route, given, answer } = visit
      const { body } = route.endpoint
      const request =
        body === undefined ? undefined : exampleOf(given.body, isRequestOf(route.endpoint))
      const answered = isJsonAnswer(visit)
        ? exampleOf(JSON.parse(answer.text), (made) => isAnswerOf(route.endpoint, made))
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

/** Writes the examples of the OpenAPI documents, a file for each area. Returns how many there are. */
export const writeExamples = (recording: Recording): number => {
  const examples = examplesOf(recording)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const [area, own] of Map.groupBy(documentedCalls, (call) => call.area)) {
    const labels = own.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`).toSorted()
    const content = Object.fromEntries(
      labels.flatMap((name) => (examples.has(name) ? [[name, examples.get(name)]] : [])),
    )
    if (Object.keys(content).length === 0) continue
    writeFileSync(new URL(`${area}.json`, folder), `${JSON.stringify(content, null, 2)}\n`)
  }
  return examples.size
}
