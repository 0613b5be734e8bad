import { runSignet } from '../../src/cli/run.ts'

export interface Told {
  readonly status: number
  /** What it said on standard output. */
  readonly said: string
  readonly warned: string
}

/** Runs a command as from a terminal, with these variables alone. */
export const signet = async (
  environment: Readonly<Record<string, string>>,
  ...words: readonly string[]
): Promise<Told> => {
  const said: string[] = []
  const warned: string[] = []
  const status = await runSignet(words, {
    environment,
    say: (line) => void said.push(line),
    warn: (line) => void warned.push(line),
    askSecret: () => Promise.reject(new Error('nobody is there to ask')),
  })
  return { status, said: said.join('\n'), warned: warned.join('\n') }
}
