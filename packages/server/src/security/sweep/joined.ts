import type { Route } from '../../kit/routes.ts'
import type { SubjectScenarios } from './subject.ts'

interface Named {
  readonly file: string
  readonly name: string
}

const repeated = (all: readonly Named[]): string[] =>
  [...Map.groupBy(all, ({ name }) => name)]
    .filter(([, some]) => some.length > 1)
    .map(([name, some]) => `${name}: named in ${some.map(({ file }) => file).join(' and in ')}`)

/** The names that the files give in one of the members. */
const namesOf = (
  subjects: ReadonlyMap<string, SubjectScenarios>,
  read: (subject: SubjectScenarios) => readonly string[],
): Named[] => [...subjects].flatMap(([file, each]) => read(each).map((name) => ({ file, name })))

/** The members that are by endpoint name. */
export const byEndpoint = [
  'calls',
  'bodyIds',
  'bodies',
  'effects',
  'alteredBy',
  'computes',
  'constant',
  'shownIn',
] as const

/**
 * The scenarios of all files as one.
 * @throws when two files name the same endpoint or path, or one names what does not exist
 */
export const joined = (
  subjects: ReadonlyMap<string, SubjectScenarios>,
  routes: readonly Route[],
): Required<SubjectScenarios> => {
  const endpoints = new Set(routes.map(({ name }) => name))
  const byName = byEndpoint.map((member) =>
    namesOf(subjects, (subject) => Object.keys(subject[member] ?? {})),
  )
  const byPath = namesOf(subjects, ({ ids = [] }) => ids.map(({ under }) => under))
  const unknown = byName.flat().filter(({ name }) => !endpoints.has(name))
  const unfit = byPath.filter(
    ({ name }) => !routes.some(({ endpoint }) => endpoint.path.startsWith(name)),
  )
  const faults = [
    ...[...byName, byPath].flatMap(repeated),
    ...unknown.map(({ file, name }) => `${name}: no such endpoint, named in ${file}`),
    ...unfit.map(({ file, name }) => `${name}: no endpoint has such a path, named in ${file}`),
  ]
  if (faults.length > 0)
    throw new Error(['Scenarios of the sweeps:', ...new Set(faults)].join('\n'))
  const all = [...subjects.values()]
  return {
    calls: Object.assign({}, ...all.map(({ calls }) => calls)),
    ids: all.flatMap(({ ids = [] }) => ids),
    bodyIds: Object.assign({}, ...all.map(({ bodyIds }) => bodyIds)),
    bodies: Object.assign({}, ...all.map(({ bodies }) => bodies)),
    effects: Object.assign({}, ...all.map(({ effects }) => effects)),
    alteredBy: Object.assign({}, ...all.map(({ alteredBy }) => alteredBy)),
    computes: Object.assign({}, ...all.map(({ computes }) => computes)),
    constant: Object.assign({}, ...all.map(({ constant }) => constant)),
    shownIn: Object.assign({}, ...all.map(({ shownIn }) => shownIn)),
  }
}
