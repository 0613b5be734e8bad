import { spawn, spawnSync } from 'node:child_process'

/** FreeRADIUS' own client: an implementation of others. */
export const isRadclientInstalled = spawnSync('radclient', ['-v']).error === undefined

export interface Asked {
  readonly port: number
  readonly secret: string
  readonly kind?: 'auth' | 'acct' | 'status'
  /** As `radclient` reads them: `User-Name = "ada"`. */
  readonly attributes: readonly string[]
  /** How long an answer is waited for. */
  readonly seconds?: number
}

export interface Told {
  /** `Access-Accept` and the like; null when nothing was answered. */
  readonly answer: string | null
  readonly text: string
  /** The value of an attribute as it is printed. */
  valueOf(name: string): string | undefined
}

/** Sends one packet, once, and reads what comes. */
export const radclient = ({
  port,
  secret,
  kind = 'auth',
  attributes,
  seconds = 60,
}: Asked): Promise<Told> =>
  new Promise((resolve, reject) => {
    const given = ['-x', '-r', '1', '-t', String(seconds), `127.0.0.1:${port}`, kind, secret]
    const child = spawn('radclient', given, { stdio: ['pipe', 'pipe', 'pipe'] })
    let text = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (bytes: Buffer) => {
        text += bytes.toString()
      })
    }
    child.once('error', reject)
    // A client that ends before it has read its input says why in its output.
    child.stdin.once('error', () => undefined)
    child.once('close', () => {
      const answer = /Received (?<name>[A-Za-z-]+) Id/.exec(text)?.groups?.['name'] ?? null
      const received = text.slice(Math.max(0, text.indexOf('Received')))
      resolve({
        answer,
        text,
        valueOf: (name) => new RegExp(`\\t${name} = (.+)`).exec(received)?.[1],
      })
    })
    child.stdin.end(`${attributes.join(', ')}\n`)
  })
