import { resolveOwn } from './resolve.ts'
import { type Finding, isCode, isTest, type Rule, type SourceFile } from './source-file.ts'
import { unusedRules } from './unused-rules.ts'
import { type WaitingRules, waitingRules } from './waiting-rules.ts'

const targetsOf = ({ path, imports }: SourceFile): string[] =>
  imports.flatMap(({ specifier }) => resolveOwn(path, specifier) ?? [])

const ships = ({ path }: SourceFile): boolean =>
  /^packages\/[^/]+\/(?:src|boot)\//.test(path) && !isTest(path)

/** Programs that an npm verb starts: nothing has to import them. */
const programs = (files: readonly SourceFile[]): string =>
  files
    .filter(({ path }) => path.startsWith('scripts/launch/'))
    .map(({ text }) => text)
    .join('\n')

/** Judged export by export. */
const isRule = (path: string): boolean => path.startsWith('packages/rules/')

const importsOfTests = (files: readonly SourceFile[]): Finding[] =>
  files.filter(ships).flatMap((file) =>
    targetsOf(file)
      .filter(isTest)
      .map((target) => ({ path: file.path, message: `${target} is for tests only` })),
  )

const onlyForTests = (files: readonly SourceFile[]): Finding[] => {
  const used = new Set(files.filter(({ path }) => !isTest(path)).flatMap(targetsOf))
  const tested = new Set(files.filter(({ path }) => isTest(path)).flatMap(targetsOf))
  const started = programs(files)
  return files
    .filter((file) => ships(file) && isCode(file) && tested.has(file.path))
    .filter(({ path }) => !used.has(path) && !started.includes(`'${path}'`) && !isRule(path))
    .map(({ path }) => ({ path, message: 'only tests import it: it belongs in testing/' }))
}

export const scaffoldingWith =
  (waiting: WaitingRules): Rule =>
  (files) => [...importsOfTests(files), ...onlyForTests(files), ...unusedRules(waiting)(files)]

/** What tests are built of does not ship, and what ships does not serve tests alone. */
export const scaffolding = scaffoldingWith(waitingRules)
