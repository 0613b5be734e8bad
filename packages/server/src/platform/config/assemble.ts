import { join } from 'node:path'
import { StartRefused } from '../start-refused.ts'
import { isOneOf, networks } from './networks.ts'
import type { Config } from './shape.ts'
import type { Variables } from './variables.ts'

export interface ConfigOptions {
  /** Load the demonstration; loopback only. */
  readonly demo?: boolean
}

const loopback = networks('127.0.0.0/8', '::1')

/** Whether a name or address reaches this machine alone (RFC 6761, section 6.3). */
export const isLoopback = (host: string): boolean => {
  const bare = host.replace(/^\[(.*)\]$/, '$1')
  return bare === 'localhost' || bare.endsWith('.localhost') || isOneOf(bare, loopback)
}

const refuse = (message: string): never => {
  throw new StartRefused(message)
}

const tlsOf = ({ SIGNET_TLS_CERT: cert, SIGNET_TLS_KEY: key }: Variables): Config['tls'] => {
  if (cert !== undefined && key !== undefined) return { certFile: cert, keyFile: key }
  if (cert === undefined && key === undefined) return null
  return refuse('SIGNET_TLS_CERT and SIGNET_TLS_KEY must be given together')
}

const checkListening = (config: Config): void => {
  if (config.trustedProxies.some(({ prefix }) => prefix === 0)) {
    refuse('SIGNET_TRUSTED_PROXIES must name proxies, not every address')
  }
  if (isLoopback(config.host)) return
  if (config.demo) refuse('The demonstration runs on a loopback SIGNET_HOST only')
  if (config.development) refuse('SIGNET_DEV needs a loopback SIGNET_HOST')
  if (config.tls === null && config.trustedProxies.length === 0) {
    refuse(
      `SIGNET_HOST ${config.host} is not loopback: give SIGNET_TLS_CERT and SIGNET_TLS_KEY, or name the proxy that does TLS in SIGNET_TRUSTED_PROXIES`,
    )
  }
}

const clientCertificatesOf = (given: Variables): Config['clientCertificates'] => {
  const { SIGNET_TLS_CLIENT_CERTIFICATES: tls, SIGNET_CLIENT_CERTIFICATE_HEADER: header } = given
  if (tls && given.SIGNET_TLS_CERT === undefined) {
    return refuse('SIGNET_TLS_CLIENT_CERTIFICATES needs SIGNET_TLS_CERT and SIGNET_TLS_KEY')
  }
  if (header !== undefined && given.SIGNET_TRUSTED_PROXIES.length === 0) {
    return refuse('SIGNET_CLIENT_CERTIFICATE_HEADER needs the proxies in SIGNET_TRUSTED_PROXIES')
  }
  return { tls, header: header ?? null }
}

const checkUrl = (name: string, text: string): void => {
  const url = new URL(text)
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    refuse(`${name} ${text} must begin with https://: plain http is for loopback names only`)
  }
}

const checkUrls = (config: Config): void => {
  checkUrl('SIGNET_PUBLIC_URL', config.publicUrl)
  checkUrl('SIGNET_AUTHENTICATOR_URL', config.authenticatorUrl)
  if (config.publicUrl === config.authenticatorUrl) {
    refuse('SIGNET_AUTHENTICATOR_URL must be another origin than SIGNET_PUBLIC_URL')
  }
}

const checkKeys = (config: Config): void => {
  if (config.masterKey !== null && config.masterKeyFile !== null) {
    refuse('Only one of SIGNET_MASTER_KEY and SIGNET_MASTER_KEY_FILE may be given')
  }
}

const fidoMetadataOf = (given: Variables): Config['fidoMetadata'] => {
  const { SIGNET_FIDO_METADATA: file, SIGNET_FIDO_METADATA_ROOT: rootFile } = given
  if (file === undefined && rootFile === undefined) return null
  if (file !== undefined && rootFile !== undefined) return { file, rootFile }
  return refuse('SIGNET_FIDO_METADATA and SIGNET_FIDO_METADATA_ROOT must be given together')
}

const listening = (given: Variables, demo: boolean) => {
  const scheme = given.SIGNET_TLS_CERT === undefined ? 'http' : 'https'
  const publicUrl = given.SIGNET_PUBLIC_URL ?? `${scheme}://localhost:${given.SIGNET_PORT}`
  return {
    host: given.SIGNET_HOST,
    port: given.SIGNET_PORT,
    publicUrl,
    authenticatorUrl:
      given.SIGNET_AUTHENTICATOR_URL ?? `${scheme}://authenticator.localhost:${given.SIGNET_PORT}`,
    tls: tlsOf(given),
    trustedProxies: given.SIGNET_TRUSTED_PROXIES,
    clientCertificates: clientCertificatesOf(given),
    metrics:
      given.SIGNET_METRICS_PORT === undefined
        ? null
        : { host: given.SIGNET_METRICS_HOST, port: given.SIGNET_METRICS_PORT },
    mailFrom: given.SIGNET_MAIL_FROM ?? `Signet <no-reply@${new URL(publicUrl).hostname}>`,
    logLevel: given.SIGNET_LOG_LEVEL,
    logFormat: given.SIGNET_LOG_FORMAT ?? null,
    development: given.SIGNET_DEV || demo,
    demo,
  }
}

/** The configuration from parsed variables. @throws StartRefused for an unsafe combination */
export const checkedConfig = (given: Variables, { demo = false }: ConfigOptions): Config => {
  const dataDir = given.SIGNET_DATA ?? (demo ? './data-demo' : './data')
  const config: Config = {
    ...listening(given, demo),
    dataDir,
    archivesDir: given.SIGNET_ARCHIVES ?? join(dataDir, 'archives'),
    databaseUrl: given.SIGNET_DATABASE_URL ?? null,
    databaseOwnerUrl: given.SIGNET_DATABASE_OWNER_URL ?? null,
    backupRetentionDays: given.SIGNET_BACKUP_RETENTION_DAYS ?? null,
    databasePool: given.SIGNET_DATABASE_POOL,
    masterKey: given.SIGNET_MASTER_KEY ?? null,
    masterKeyFile: given.SIGNET_MASTER_KEY_FILE ?? null,
    smtpUrl: given.SIGNET_SMTP_URL ?? null,
    supportAddress: given.SIGNET_SUPPORT_ADDRESS ?? null,
    outboundAllow: given.SIGNET_OUTBOUND_ALLOW,
    sessionIdleMillis: given.SIGNET_SESSION_IDLE_MINUTES * 60_000,
    sessionAbsoluteMillis: given.SIGNET_SESSION_HOURS * 3_600_000,
    hashQueuePerCore: given.SIGNET_HASH_QUEUE,
    pwnedPasswordsDir: given.SIGNET_PWNED_PASSWORDS_DIR ?? null,
    fidoMetadata: fidoMetadataOf(given),
    placesFile: given.SIGNET_PLACES ?? null,
    tokenAlgorithmsFile: given.SIGNET_TOKEN_ALGORITHMS ?? null,
    connectionsPerAddress: given.SIGNET_CONNECTIONS_PER_ADDRESS,
    requestLimitScale: given.SIGNET_REQUEST_LIMIT_SCALE,
  }
  checkListening(config)
  checkUrls(config)
  checkKeys(config)
  return config
}
