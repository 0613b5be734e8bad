import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { mutated } from './mutants/files.ts'
import { faultsOf, mutantsIn, scoreOf } from './mutants/judge.ts'
import { survivors } from './mutants/survivors.ts'
import { measurePace } from './test/pace.ts'
import { runScript, stopPrograms } from './test/program.ts'

/*
 * Tests of the tests of pure files: Stryker changes the code in one place after another, and some
 * test has to notice each change. Its packages are installed beside it at the first use, so that
 * whoever only starts Signet does not download them.
 */

const { values } = parseArgs({ options: { only: { type: 'string', multiple: true, default: [] } } })

const folder = 'scripts/mutants'
const program = `${folder}/node_modules/@stryker-mutator/core/bin/stryker.js`
const report = '.cache/mutants.json'
/** On a machine as fast as the one where the budget was set. */
const limitSeconds = 30 * 60

const install = (): void => {
  if (existsSync(program)) return
  console.log(`Installing Stryker (npm ci in ${folder})…`)
  const ran = spawnSync('npm', ['ci', '--ignore-scripts', '--loglevel=error'], {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (ran.status !== 0) throw new Error(`npm ci in ${folder} failed.`)
}

const files = Object.keys(mutated).filter(
  (file) => values.only.length === 0 || values.only.includes(file),
)

const main = async (): Promise<void> => {
  if (files.length === 0) throw new Error(`No such file; there are: ${Object.keys(mutated)}.`)
  install()
  mkdirSync('.cache', { recursive: true })
  rmSync(report, { force: true })
  const args = ['run', `${folder}/stryker.config.json`, '--mutate', files.join(',')]
  const pace = Math.max(1, await measurePace())
  const { code, output } = await runScript(program, args, { limitSeconds: limitSeconds * pace })
  if (code !== 0 || !existsSync(report)) throw new Error(output)
  const mutants = mutantsIn(readFileSync(report, 'utf8'))
  for (const file of files) {
    const { caught, tried, percent } = scoreOf(mutants.filter((mutant) => mutant.file === file))
    console.log(`${percent.toFixed(1).padStart(5)} %  ${caught} of ${tried}  ${file}`)
  }
  const { caught, tried, percent } = scoreOf(mutants)
  console.log(`${percent.toFixed(1).padStart(5)} %  ${caught} of ${tried}  all`)
  const expected = survivors.filter(({ file }) => files.includes(file))
  const faults = faultsOf(mutants, expected)
  for (const fault of faults) console.log(fault)
  process.exitCode = faults.length === 0 ? 0 : 1
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => void stopPrograms().then(() => process.exit(130)))

try {
  await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
}
