import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkout, readFiles } from './documents.ts'

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

/** English texts of the product, to find the names that documents call things by. */
export const readTexts = (): ReadonlySet<string> =>
  new Set(
    readFiles('packages/phrases/src/en/**/*.json')
      .flatMap(({ text }) => textsIn(JSON.parse(text)))
      .map((text) => text.toLowerCase()),
  )

const keysOf = (value: unknown): string[] =>
  typeof value === 'object' && value !== null ? Object.keys(value) : []

const withoutNames = (path: string): string => path.replaceAll(/\{[^}]*\}/g, '{}')

/** Every call of the API as `GET /api/web/v1/users/{}`. */
export const readCalls = (): readonly string[] =>
  readFiles('openapi/*/*.json').flatMap(({ text }) => {
    const { paths = {} }: { paths?: object } = JSON.parse(text)
    return Object.entries(paths).flatMap(([path, operations]) =>
      keysOf(operations).map((method) => `${method.toUpperCase()} ${withoutNames(path)}`),
    )
  })

/** Whether a document's `POST /api/…`, with or without the method, names a call. `…` stands for a beginning. */
export const isCall = (calls: readonly string[], named: string): boolean => {
  const [path = '', method = ''] = withoutNames(named).split(' ').toReversed()
  const isPath = (own: string): boolean =>
    path.startsWith('…') ? own.endsWith(path.slice(1)) : own === path
  return calls.some((call) => {
    const [ownMethod = '', own = ''] = call.split(' ')
    return (method === '' || method === ownMethod) && isPath(own)
  })
}

/** The verbs of `npm run`, and those that npm has itself. */
export const readVerbs = (): ReadonlySet<string> => {
  const { scripts }: { scripts: object } = JSON.parse(
    readFileSync(join(checkout, 'package.json'), 'utf8'),
  )
  return new Set([...Object.keys(scripts), 'ci', 'install', 'audit'])
}

/** All sources, tests too: a variable may be one of theirs. */
export const readSources = (): string =>
  readFiles('{packages,scripts,bench,examples,tests}/**/*.{ts,tsx,mjs}')
    .map(({ text }) => text)
    .join('\n')
