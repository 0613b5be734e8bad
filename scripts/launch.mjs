// The door of every npm verb. Runs on any Node from 20 and imports nothing that is not Node's
// own, because it is what installs everything else: see docs/decisions/0001.
import { chdir } from 'node:process'
import { buildAll } from './launch/builds.mjs'
import { ensureInstalled } from './launch/install.mjs'
import { root } from './launch/root.mjs'
import { runProgram } from './launch/run.mjs'
import { verbs } from './launch/verbs.mjs'

const [name = '', ...given] = process.argv.slice(2)
const verb = Object.hasOwn(verbs, name) ? verbs[name] : undefined

if (verb === undefined) {
  console.error(`Unknown verb "${name}". One of: ${Object.keys(verbs).join(', ')}.`)
  process.exit(2)
}

chdir(root)
try {
  await ensureInstalled()
  if (verb.built) await buildAll()
  process.exitCode = await runPrograms(verb.programs(given))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

/** Runs several programs side by side and answers the first exit code that is not 0. */
async function runPrograms(programs) {
  const codes = await Promise.all(programs.map((program) => runProgram(program)))
  return codes.find((code) => code !== 0) ?? 0
}
