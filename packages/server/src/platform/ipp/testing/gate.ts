import { createServer, request } from 'node:http'

/** Where a node can be caught on its way to a printer. */
export const gateSteps = ['ARRIVED', 'FORWARDED', 'ANSWERED', 'FOLLOWED'] as const
export type GateStep = (typeof gateSteps)[number]

/**
 * A door before a printer. Armed with a step it tells when a node has come to it, and holds what it
 * holds then: ARRIVED, the card has not reached the printer; FORWARDED, it has, and the node has no
 * answer; ANSWERED, the answer has just left; FOLLOWED, the node asks what became of it.
 */
export interface Gate {
  readonly port: number
  caught(step: GateStep): Promise<void>
  close(): void
}

/** RFC 8011, section 5.4.15: Print-Job, Get-Job-Attributes. */
const [printJob, getJob] = [0x0002, 0x0009]

const bodyOf = async (from: AsyncIterable<Buffer>): Promise<Buffer> => {
  const parts: Buffer[] = []
  for await (const part of from) parts.push(part)
  return Buffer.concat(parts)
}

const forwarded = (port: number, path: string, body: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/ipp', 'content-length': body.length }
    const asked = request({ host: '127.0.0.1', port, path, method: 'POST', headers }, (answer) => {
      bodyOf(answer).then(resolve, reject)
    })
    asked.once('error', reject)
    asked.end(body)
  })

export const openGate = (printerPort: number): Promise<Gate> => {
  let armed: { readonly step: GateStep; readonly tell: () => void } | null = null
  /** Whether a node is caught here; from then on nothing goes through until it is armed again. */
  const isCaught = (step: GateStep): boolean => {
    if (armed?.step !== step) return false
    armed.tell()
    armed = null
    return true
  }
  const server = createServer((asked, answer) => {
    const pass = async (): Promise<void> => {
      const body = await bodyOf(asked)
      const operation = body.readUInt16BE(2)
      if (operation === printJob && isCaught('ARRIVED')) return
      if (operation === getJob && isCaught('FOLLOWED')) return
      const told = await forwarded(printerPort, asked.url ?? '/', body)
      if (operation === printJob && isCaught('FORWARDED')) return
      answer.writeHead(200, { 'content-type': 'application/ipp' }).end(told)
      if (operation === printJob) isCaught('ANSWERED')
    }
    pass().catch(() => asked.socket.destroy())
  })
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve({
        port: typeof address === 'object' && address !== null ? address.port : 0,
        caught: (step) =>
          new Promise((tell) => {
            armed = { step, tell }
          }),
        close: () => {
          server.closeAllConnections()
          server.close()
        },
      })
    })
  })
}
