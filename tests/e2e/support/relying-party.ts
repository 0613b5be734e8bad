import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../../../examples/openid-client/main.ts', import.meta.url))

export interface RelyingParty {
  readonly url: string
  stop(): Promise<void>
}

export interface Registration {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  readonly port: number
}

const listening = async (child: ChildProcess): Promise<void> => {
  if (child.stdout === null) throw new Error('no output')
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('Sample application')) return
  }
  throw new Error('the sample application ended')
}

/** The sample application of `examples/`, as its readers start it. */
export const startRelyingParty = async ({
  issuer,
  clientId,
  clientSecret,
  port,
}: Registration): Promise<RelyingParty> => {
  const child = spawn(process.execPath, [main], {
    env: {
      PATH: process.env.PATH,
      ISSUER: issuer,
      CLIENT_ID: clientId,
      CLIENT_SECRET: clientSecret,
      PORT: String(port),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await listening(child)
  child.stdout?.resume()
  return {
    url: `http://localhost:${port}`,
    stop: async () => {
      child.kill()
      await once(child, 'exit')
    },
  }
}
