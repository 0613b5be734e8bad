import { readFileSync } from 'node:fs'
import { z } from 'zod'

const port = z.coerce.number().int().min(0).max(65_535)
const path = z.string().min(1)

const Variables = z
  .object({
    /** Where the tenant's people reach the service. */
    RADIUS_SERVICE_URL: z.url({ protocol: /^https?$/ }),
    /** `host:port` to connect to in place of what the name of the URL resolves to. */
    RADIUS_SERVICE_ADDRESS: z
      .string()
      .regex(/^[^\s/]+:\d{1,5}$/)
      .optional(),
    /** PEM of the authorities that sign the service's certificate; the system's where left out. */
    RADIUS_SERVICE_CA_FILE: path.optional(),
    RADIUS_CREDENTIAL_FILE: path.optional(),
    RADIUS_CREDENTIAL: z.string().min(20).optional(),
    RADIUS_LISTEN: z.string().default('0.0.0.0'),
    RADIUS_AUTH_PORT: port.default(1812),
    RADIUS_ACCT_PORT: port.default(1813),
    RADIUS_TLS_PORT: port.default(2083),
    /** RadSec is off without a certificate. */
    RADIUS_TLS_CERT_FILE: path.optional(),
    RADIUS_TLS_KEY_FILE: path.optional(),
    /** PEM of the authorities that sign the certificates of clients. */
    RADIUS_TLS_CA_FILE: path.optional(),
  })
  .strict()

export interface RadSecConfig {
  readonly port: number
  readonly cert: Buffer
  readonly key: Buffer
  readonly ca: Buffer
}

export interface AgentConfig {
  readonly serviceUrl: URL
  readonly serviceAddress: { readonly host: string; readonly port: number } | null
  readonly serviceCa: Buffer | null
  readonly credential: string
  readonly listen: string
  readonly authPort: number
  readonly acctPort: number
  readonly radSec: RadSecConfig | null
}

/** What keeps the agent from starting, in one sentence. */
export class ConfigRefused extends Error {}

type Given = z.output<typeof Variables>

const radSecOf = (given: Given): RadSecConfig | null => {
  const files = [given.RADIUS_TLS_CERT_FILE, given.RADIUS_TLS_KEY_FILE, given.RADIUS_TLS_CA_FILE]
  if (files.every((file) => file === undefined)) return null
  const [cert, key, ca] = files.map((file) => (file === undefined ? null : readFileSync(file)))
  if (!cert || !key || !ca) {
    throw new ConfigRefused(
      'RadSec needs RADIUS_TLS_CERT_FILE, RADIUS_TLS_KEY_FILE and RADIUS_TLS_CA_FILE together',
    )
  }
  return { port: given.RADIUS_TLS_PORT, cert, key, ca }
}

const credentialOf = ({ RADIUS_CREDENTIAL, RADIUS_CREDENTIAL_FILE }: Given): string => {
  const file = RADIUS_CREDENTIAL_FILE
  const credential = file === undefined ? RADIUS_CREDENTIAL : readFileSync(file, 'utf8').trim()
  if (!credential) throw new ConfigRefused('RADIUS_CREDENTIAL_FILE has to name the credential')
  return credential
}

const isLoopback = ({ hostname }: URL): boolean =>
  hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '127.0.0.1'

const addressOf = (text: string | undefined) => {
  if (text === undefined) return null
  const at = text.lastIndexOf(':')
  return { host: text.slice(0, at), port: Number(text.slice(at + 1)) }
}

/** @throws ConfigRefused for a missing, misspelt or unsafe value */
export const readConfig = (env: Readonly<Record<string, string | undefined>>): AgentConfig => {
  const own = Object.entries(env).filter(([name, value]) => name.startsWith('RADIUS_') && value)
  const parsed = Variables.safeParse(Object.fromEntries(own))
  if (!parsed.success) throw new ConfigRefused(z.prettifyError(parsed.error))
  const given = parsed.data
  const serviceUrl = new URL(given.RADIUS_SERVICE_URL)
  const serviceAddress = addressOf(given.RADIUS_SERVICE_ADDRESS)
  const isHere = isLoopback(serviceUrl) || serviceAddress?.host === '127.0.0.1'
  if (serviceUrl.protocol === 'http:' && !isHere) {
    throw new ConfigRefused('RADIUS_SERVICE_URL has to be https: passwords travel there')
  }
  const caFile = given.RADIUS_SERVICE_CA_FILE
  return {
    serviceUrl,
    serviceAddress,
    serviceCa: caFile === undefined ? null : readFileSync(caFile),
    credential: credentialOf(given),
    listen: given.RADIUS_LISTEN,
    authPort: given.RADIUS_AUTH_PORT,
    acctPort: given.RADIUS_ACCT_PORT,
    radSec: radSecOf(given),
  }
}
