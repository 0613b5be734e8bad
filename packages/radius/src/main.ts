import { startAgent } from './agent.ts'
import { ConfigRefused, readConfig } from './config.ts'
import { stdoutLog } from './log.ts'

const run = async (): Promise<void> => {
  const agent = await startAgent(readConfig(process.env), stdoutLog)
  const { authPort, acctPort, tlsPort } = agent
  stdoutLog('listening', { authPort, acctPort, tlsPort })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void agent.close().then(() => process.exit(0)))
  }
}

try {
  await run()
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error)
  const advice = error instanceof ConfigRefused ? '' : 'The agent did not start: '
  process.stderr.write(`${advice}${reason}\n`)
  process.exitCode = 1
}
