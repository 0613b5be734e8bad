import { globSync } from 'node:fs'
import { allRoutes } from '../../app/areas.ts'
import { joined } from './joined.ts'
import type { SubjectScenarios } from './subject.ts'

const source = new URL('../../', import.meta.url)

const scenariosIn = async (file: string): Promise<SubjectScenarios> => {
  const { scenarios } = await import(new URL(file, source).href)
  if (scenarios === undefined) throw new Error(`${file} does not export \`scenarios\``)
  return scenarios
}

/** By file, relative to the sources of the service. */
export const subjects: ReadonlyMap<string, SubjectScenarios> = new Map(
  await Promise.all(
    globSync('{modules,protocols}/**/*.scenarios.ts', { cwd: source })
      .toSorted()
      .map(async (file) => [file, await scenariosIn(file)] as const),
  ),
)

/** The scenarios of all modules. */
export const scenarios = joined(subjects, allRoutes)
