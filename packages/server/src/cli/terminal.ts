import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { StartRefused } from '../platform/start-refused.ts'

/** Whoever runs a command, and where. */
export interface Terminal {
  readonly environment: Readonly<Record<string, string | undefined>>
  say(line: string): void
  /** To standard error: what went wrong, or should be known. */
  warn(line: string): void
  /** Asks for a text that is not shown. @throws StartRefused without a terminal */
  askSecret(question: string): Promise<string>
}

const silent = () => new Writable({ write: (_chunk, _encoding, done) => done() })

const askSecret = async (question: string): Promise<string> => {
  if (!process.stdin.isTTY) {
    throw new StartRefused('There is no terminal to ask on: give SIGNET_KEY_PASSPHRASE')
  }
  process.stderr.write(question)
  const prompt = createInterface({ input: process.stdin, output: silent(), terminal: true })
  prompt.on('SIGINT', () => process.exit(130))
  try {
    return await prompt.question('')
  } finally {
    prompt.close()
    process.stderr.write('\n')
  }
}

export const processTerminal: Terminal = {
  environment: process.env,
  say: (line) => void process.stdout.write(`${line}\n`),
  warn: (line) => void process.stderr.write(`${line}\n`),
  askSecret,
}
