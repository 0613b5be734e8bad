import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { z } from 'zod'
import { bothCores, onCores } from '../machine/pinning.ts'
import { found, missing } from '../report/finding.ts'
import { goals } from './goals.ts'
import type { Measure, Stage } from './measure.ts'

const Report = z.object({
  categories: z.object({ performance: z.object({ score: z.number() }) }),
})

const run = promisify(execFile)

/** Of 100 points, as a slow telephone would have it: its own defaults. */
const scoreOf = async (program: string, url: string): Promise<number> => {
  const flags = ['--quiet', '--only-categories=performance', '--output=json']
  const chromium = '--chrome-flags=--headless=new --no-sandbox --disable-gpu'
  const asked = [process.execPath, program, `${url}/`, ...flags, chromium]
  const [command, args] = onCores(bothCores, asked)
  const { stdout } = await run(command, args, {
    env: { ...process.env, CHROME_PATH: process.env.SIGNET_CHROMIUM ?? '/usr/bin/chromium' },
    maxBuffer: 64 * 1_048_576,
  })
  return Report.parse(JSON.parse(stdout)).categories.performance.score * 100
}

export const lighthouseLine: Measure<Pick<Stage, 'signet'>> = {
  lines: [goals.lighthouse],
  async run({ signet }) {
    const program = process.env.SIGNET_LIGHTHOUSE
    if (program === undefined) return [missing(goals.lighthouse, 'SIGNET_LIGHTHOUSE names none')]
    return [found(goals.lighthouse, await scoreOf(program, signet.service.url))]
  },
}
