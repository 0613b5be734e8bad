import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../machine/service.ts'
import {
  contractSource,
  endpointsPerSubject,
  listSource,
  routesSource,
  serviceSource,
} from './sources.ts'

/** Inside the checkout, where its packages are found; no part of it. */
export const folder = join(root, '.cache', 'bench', 'synthetic')

/** Writes at least so many endpoints, a folder for each subject. */
export const writeSyntheticEndpoints = (count: number): void => {
  const subjects = Array.from(
    { length: Math.ceil(count / endpointsPerSubject) },
    (_, index) => `subject${index}`,
  )
  rmSync(folder, { recursive: true, force: true })
  for (const subject of subjects) {
    const home = join(folder, subject)
    mkdirSync(home, { recursive: true })
    writeFileSync(join(home, 'contract.ts'), contractSource(subject))
    writeFileSync(join(home, 'service.ts'), serviceSource())
    writeFileSync(join(home, 'routes.ts'), routesSource())
  }
  writeFileSync(join(folder, 'routes.ts'), listSource(subjects))
}
