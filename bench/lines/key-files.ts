import { performance } from 'node:perf_hooks'
import { importTokens } from '@signet/contract/authenticators/hardware-tokens'
import type { Administrator } from '../flows/administration.ts'
import { expectStatus } from '../load/http.ts'
import { cpuBetween, cpuOf, totalMillis } from '../machine/cpu.ts'
import { onBothCores } from '../machine/pinning.ts'
import { found } from '../report/finding.ts'
import { type KeyFile, keyFile } from '../seed/key-file.ts'
import type { Site } from '../subject/site.ts'
import { goals } from './goals.ts'
import type { Measure } from './measure.ts'

const tokensOfFile = 5000
const files = 4

/** @throws Error when a token was refused */
const importFile = async ({ http, token }: Administrator, file: KeyFile, tokens: number) => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const { method, path, answer } = importTokens
  const asked = await http.ask(path, { method, headers, body: JSON.stringify(file) })
  const { imported, refused } = answer.parse(JSON.parse(expectStatus(asked, 200).text))
  if (imported !== tokens) throw new Error(`${imported} imported, ${refused.length} refused`)
}

/** Steadier than the time it takes, where others use the machine. */
const cpuLine = { line: 'import of key files: CPU of a token', unit: 'ms', better: 'less' } as const

/** One file after the other, as an administrator sends them. */
export const keyFileLine: Measure<{ readonly site: Site }> = {
  lines: [goals.importKeyFiles],
  needs: ['importTokens'],
  async run({ site }) {
    const signet = await site.start({}, 'both')
    const administrator = { http: signet.http, token: site.seeding.adminToken }
    const sent = Array.from({ length: files }, (_, at) => keyFile(`hw-${at}`, tokensOfFile))
    const work = async () => {
      await importFile(administrator, keyFile('warm', tokensOfFile), tokensOfFile)
      const before = cpuOf(signet.measured)
      const began = performance.now()
      for (const file of sent) await importFile(administrator, file, tokensOfFile)
      const tokens = files * tokensOfFile
      const perSecond = (tokens / (performance.now() - began)) * 1000
      const cpu = totalMillis(cpuBetween(before, cpuOf(signet.measured))) / tokens
      return [found(goals.importKeyFiles, perSecond), found(cpuLine, cpu)]
    }
    try {
      return await onBothCores(site.postgres.pid, work)
    } finally {
      await signet.stop()
    }
  },
}
