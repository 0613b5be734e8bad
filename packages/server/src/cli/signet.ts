import { runSignet } from './run.ts'
import { processTerminal } from './terminal.ts'

process.exitCode = await runSignet(process.argv.slice(2), processTerminal)
