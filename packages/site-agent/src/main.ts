import { startAgent } from './agent.ts'
import { type AgentConfig, ConfigRefused, readConfig } from './config.ts'
import { reasonOf, stdoutLog } from './log.ts'
import { pcscReaders } from './pcsc-readers.ts'
import type { CardReaders } from './readers.ts'
import { createService } from './service.ts'
import { virtualReaders } from './virtual-readers.ts'

const readersOf = async ({ readers }: AgentConfig): Promise<CardReaders> => {
  if (readers.kind === 'pcsc') return pcscReaders(readers.modules)
  const virtual = await virtualReaders(readers.port)
  stdoutLog('virtual_reader', { port: virtual.port })
  return virtual
}

const run = async (): Promise<void> => {
  const config = readConfig(process.env)
  const readers = await readersOf(config)
  const service = createService(config)
  const agent = await startAgent({ service, readers, log: stdoutLog })
  stdoutLog('started')
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void agent.close().then(() => process.exit(0)))
  }
}

try {
  await run()
} catch (error) {
  const advice = error instanceof ConfigRefused ? '' : 'The agent did not start: '
  process.stderr.write(`${advice}${reasonOf(error)}\n`)
  process.exit(1)
}
