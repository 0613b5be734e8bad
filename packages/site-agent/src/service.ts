import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { announceCardReaders, exchangeWithCard } from '@signet/contract/issuance/site-agents'
import type { z } from 'zod'
import type { AgentConfig } from './config.ts'
import type { ReaderState } from './readers.ts'

const version = '0.1.0'

/** Longer than the service lets a call wait. */
const timeoutMillis = 40_000
const mostBytes = 65_536

/** The service does not know this agent: its credential is wrong, or it was revoked. */
export class Revoked extends Error {}

export type Command = NonNullable<z.output<typeof exchangeWithCard.answer>['command']>
export type CommandAnswer = NonNullable<z.input<typeof exchangeWithCard.body>['answer']>

export interface Service {
  /** Each @throws Revoked, and Error while the service is away */
  announce(readers: readonly ReaderState[]): Promise<void>
  exchange(answer: CommandAnswer | null): Promise<Command | null>
  /** Ends the call that waits. */
  close(): void
}

const textOf = async (response: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of response) {
    const bytes = Buffer.from(part)
    length += bytes.length
    if (length > mostBytes) throw new Error('the answer is too long')
    parts.push(bytes)
  }
  return Buffer.concat(parts).toString('utf8')
}

const answerOf = async (response: IncomingMessage): Promise<unknown> => {
  const text = await textOf(response)
  const { statusCode = 0 } = response
  if (statusCode === 204) return undefined
  if (statusCode === 403) throw new Revoked('the service does not take this credential')
  if (statusCode !== 200) throw new Error(`the service answered ${statusCode}`)
  return JSON.parse(text)
}

/** The calls that the service has for site agents, with this one's credential. */
export const createService = (config: AgentConfig): Service => {
  const { serviceUrl: url, serviceAddress: address, serviceCa, credential } = config
  const stop = new AbortController()
  const place = {
    method: 'POST',
    host: address?.host ?? url.hostname,
    port: address?.port ?? url.port,
    servername: url.hostname,
    timeout: timeoutMillis,
    signal: stop.signal,
    ...(serviceCa === null ? {} : { ca: serviceCa }),
  }
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest
  const post = async (path: string, body: object): Promise<unknown> => {
    const payload = JSON.stringify({ ...body, credential })
    const headers = {
      host: url.host,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(payload),
      'user-agent': `signet-site-agent/${version}`,
    }
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const request = send({ ...place, path, headers }, resolve)
      request.on('timeout', () => request.destroy(new Error('the service did not answer')))
      request.on('error', reject)
      request.end(payload)
    })
    return answerOf(response)
  }
  return {
    async announce(readers) {
      await post(announceCardReaders.path, { version, readers })
    },
    async exchange(answer) {
      const { path, answer: Answer } = exchangeWithCard
      return Answer.parse(await post(path, { answer })).command
    },
    close: () => stop.abort(),
  }
}
