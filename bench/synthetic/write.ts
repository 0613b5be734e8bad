import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { build } from 'vite'
import { root } from '../machine/service.ts'
import {
  contractSource,
  endpointsPerSubject,
  listSource,
  mainSource,
  routesSource,
  serviceSource,
} from './sources.ts'

/** Inside the checkout, where its packages are found; no part of it. */
const folder = join(root, '.cache', 'bench', 'synthetic')

const writeEndpoints = (count: number): void => {
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
  writeFileSync(join(folder, 'main.ts'), mainSource(join(import.meta.dirname, 'serve.ts')))
}

/**
 * The service with at least so many endpoints more, a folder of sources for each subject, bundled as
 * the product is. Answers the script that starts it, relative to the checkout.
 */
export const buildSynthetic = async (count: number): Promise<string> => {
  writeEndpoints(count)
  const outDir = join(folder, 'dist')
  await build({
    configFile: join(root, 'packages/server/vite.config.ts'),
    logLevel: 'warn',
    build: { outDir, rolldownOptions: { input: { main: join(folder, 'main.ts') } } },
  })
  return relative(root, join(outDir, 'main.js'))
}
