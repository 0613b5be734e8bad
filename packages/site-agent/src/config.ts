import { readFileSync } from 'node:fs'
import { z } from 'zod'

const path = z.string().min(1)

const Variables = z
  .object({
    /** Where the tenant's people reach the service. */
    SITE_AGENT_SERVICE_URL: z.url({ protocol: /^https?$/ }),
    /** `host:port` to connect to in place of what the name of the URL resolves to. */
    SITE_AGENT_SERVICE_ADDRESS: z
      .string()
      .regex(/^[^\s/]+:\d{1,5}$/)
      .optional(),
    /** PEM of the authorities that sign the service's certificate; the system's where left out. */
    SITE_AGENT_SERVICE_CA_FILE: path.optional(),
    SITE_AGENT_CREDENTIAL_FILE: path.optional(),
    SITE_AGENT_CREDENTIAL: z.string().min(20).optional(),
    /** `virtual`: a reader whose card connects by TCP, for tests. */
    SITE_AGENT_READERS: z.enum(['pcsc', 'virtual']).default('pcsc'),
    /** The folder in which the package `smartcard` was installed. */
    SITE_AGENT_MODULES: path.optional(),
    SITE_AGENT_VIRTUAL_PORT: z.coerce.number().int().min(0).max(65_535).default(0),
  })
  .strict()

export interface AgentConfig {
  readonly serviceUrl: URL
  readonly serviceAddress: { readonly host: string; readonly port: number } | null
  readonly serviceCa: Buffer | null
  readonly credential: string
  readonly readers:
    | { readonly kind: 'pcsc'; readonly modules: string | null }
    | { readonly kind: 'virtual'; readonly port: number }
}

/** What keeps the agent from starting, in one sentence. */
export class ConfigRefused extends Error {}

type Given = z.output<typeof Variables>

const credentialOf = (given: Given): string => {
  const file = given.SITE_AGENT_CREDENTIAL_FILE
  const text = file === undefined ? given.SITE_AGENT_CREDENTIAL : readFileSync(file, 'utf8').trim()
  if (!text) throw new ConfigRefused('SITE_AGENT_CREDENTIAL_FILE has to name the credential')
  return text
}

const addressOf = (text: string | undefined): AgentConfig['serviceAddress'] => {
  if (text === undefined) return null
  const at = text.lastIndexOf(':')
  return { host: text.slice(0, at), port: Number(text.slice(at + 1)) }
}

const isHere = (name: string): boolean =>
  name === 'localhost' || name.endsWith('.localhost') || name === '127.0.0.1'

const readersOf = (given: Given): AgentConfig['readers'] =>
  given.SITE_AGENT_READERS === 'virtual'
    ? { kind: 'virtual', port: given.SITE_AGENT_VIRTUAL_PORT }
    : { kind: 'pcsc', modules: given.SITE_AGENT_MODULES ?? null }

/** @throws ConfigRefused for a missing, misspelt or unsafe value */
export const readConfig = (env: Readonly<Record<string, string | undefined>>): AgentConfig => {
  const own = Object.entries(env).filter(([name, value]) => name.startsWith('SITE_AGENT_') && value)
  const parsed = Variables.safeParse(Object.fromEntries(own))
  if (!parsed.success) throw new ConfigRefused(z.prettifyError(parsed.error))
  const given = parsed.data
  const serviceUrl = new URL(given.SITE_AGENT_SERVICE_URL)
  const serviceAddress = addressOf(given.SITE_AGENT_SERVICE_ADDRESS)
  if (serviceUrl.protocol === 'http:' && !isHere(serviceAddress?.host ?? serviceUrl.hostname)) {
    throw new ConfigRefused('SITE_AGENT_SERVICE_URL has to be https: keys of cards travel there')
  }
  const caFile = given.SITE_AGENT_SERVICE_CA_FILE
  return {
    serviceUrl,
    serviceAddress,
    serviceCa: caFile === undefined ? null : readFileSync(caFile),
    credential: credentialOf(given),
    readers: readersOf(given),
  }
}
