import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import {
  accountRadiusSession,
  decideRadiusAccess,
  readRadiusConfiguration,
} from '@signet/contract/access/radius-sign-in'
import type { ReceivedOf } from '@signet/contract/kit/endpoint'
import type { z } from 'zod'
import type { AgentConfig } from './config.ts'
import type { Fault } from './faults.ts'

/** The service gave no decision: nothing is answered, so that a client turns to another agent. */
class NoDecision extends Error {}

export type AccessQuestion = Omit<z.input<typeof decideRadiusAccess.body>, 'credential'>
export type AccountingRecord = Omit<z.input<typeof accountRadiusSession.body>, 'credential'>
export type AccessDecision = ReceivedOf<typeof decideRadiusAccess>
export type Configuration = ReceivedOf<typeof readRadiusConfiguration>

export interface Service {
  configuration(revision: string | null, faults?: readonly Fault[]): Promise<Configuration>
  access(question: AccessQuestion): Promise<AccessDecision>
  account(record: AccountingRecord): Promise<void>
  close(): void
}

const version = '0.1.0'
/** Longer than the service lets a call wait for somebody's app. */
const timeoutMillis = 40_000
const mostBytes = 4_194_304

const readText = async (response: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of response) {
    const bytes = Buffer.from(part)
    length += bytes.length
    if (length > mostBytes) throw new NoDecision('the answer is too long')
    parts.push(bytes)
  }
  return Buffer.concat(parts).toString('utf8')
}

/** What an operator can do something about, in words. */
const troubleOf = (status: number): string => {
  if (status === 401 || status === 403) {
    return 'the service rejected the credential: check RADIUS_CREDENTIAL_FILE, and that the agent is enabled and has no newer credential'
  }
  if (status === 404) return 'no tenant has the host name of RADIUS_SERVICE_URL'
  return `the service answered ${status}`
}

/** @throws NoDecision for anything but an answer */
const readAnswer = async (response: IncomingMessage): Promise<unknown> => {
  const { statusCode = 0 } = response
  const text = await readText(response)
  if (statusCode === 204) return undefined
  if (statusCode !== 200) throw new NoDecision(troubleOf(statusCode))
  return JSON.parse(text)
}

const connectionsTo = ({ serviceUrl, serviceCa }: AgentConfig) => {
  if (serviceUrl.protocol !== 'https:') {
    return { send: httpRequest, agent: new HttpAgent({ keepAlive: true }) }
  }
  const trusted = serviceCa === null ? {} : { ca: serviceCa }
  return { send: httpsRequest, agent: new HttpsAgent({ keepAlive: true, ...trusted }) }
}

const posting = (config: AgentConfig) => {
  const { serviceUrl, serviceAddress, credential } = config
  const { send, agent } = connectionsTo(config)
  const place = {
    agent,
    method: 'POST',
    host: serviceAddress?.host ?? serviceUrl.hostname,
    port: serviceAddress?.port ?? serviceUrl.port,
    servername: serviceUrl.hostname,
    timeout: timeoutMillis,
  }
  const post = async (path: string, body: object): Promise<unknown> => {
    const payload = JSON.stringify({ ...body, credential })
    const headers = {
      host: serviceUrl.host,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(payload),
      'user-agent': `signet-radius/${version}`,
    }
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const request = send({ ...place, path, headers }, resolve)
      request.on('timeout', () => request.destroy(new NoDecision('the service did not answer')))
      request.on('error', reject)
      request.end(payload)
    })
    return readAnswer(response)
  }
  return { post, close: () => agent.destroy() }
}

/** The service's authentication API, on kept connections. */
export const createService = (config: AgentConfig): Service => {
  const { post, close } = posting(config)
  return {
    async configuration(revision, faults = []) {
      const { path, answer } = readRadiusConfiguration
      return answer.parse(
        await post(path, { version, revision, ...(faults.length === 0 ? {} : { faults }) }),
      )
    },
    async access(question) {
      const { path, answer } = decideRadiusAccess
      return answer.parse(await post(path, question))
    },
    async account(record) {
      await post(accountRadiusSession.path, record)
    },
    close,
  }
}
