import type { Network } from './networks.ts'
import type { AllowedTarget } from './outbound-allow.ts'
import type { logFormats, logLevels } from './variables.ts'

/** The process's configuration, read once from the environment. */
export interface Config {
  /** Folder of the embedded database. */
  readonly dataDir: string
  /** Where audit archives stand; all nodes see the same folder. */
  readonly archivesDir: string
  readonly host: string
  readonly port: number
  /** Scheme, host and port of the default tenant, without a trailing slash. */
  readonly publicUrl: string
  readonly authenticatorUrl: string
  readonly tls: { readonly certFile: string; readonly keyFile: string } | null
  readonly trustedProxies: readonly Network[]
  /** Where certificates of clients are read from. */
  readonly clientCertificates: {
    /** Asked for in the TLS of the service itself. */
    readonly tls: boolean
    /** The header, in lower case, in which declared proxies hand them on; null for none. */
    readonly header: string | null
  }
  readonly metrics: { readonly host: string; readonly port: number } | null
  readonly logLevel: (typeof logLevels)[number]
  /** Null: text on a terminal, otherwise JSON. */
  readonly logFormat: (typeof logFormats)[number] | null
  /** Development or demonstration: mail stays in an outbox that can be read. */
  readonly development: boolean
  readonly demo: boolean
  readonly databaseUrl: string | null
  readonly databaseOwnerUrl: string | null
  readonly databasePool: number
  /** How long backups are kept, as the operator says; null where it is not known. */
  readonly backupRetentionDays: number | null
  readonly masterKey: string | null
  readonly masterKeyFile: string | null
  readonly smtpUrl: string | null
  readonly mailFrom: string
  /** Where administrators’ questions go; null for nowhere. */
  readonly supportAddress: string | null
  readonly outboundAllow: readonly AllowedTarget[]
  readonly sessionIdleMillis: number
  readonly sessionAbsoluteMillis: number
  /** Password hashes that may wait, for each core. */
  readonly hashQueuePerCore: number
  /** Where the operator keeps the files of known breaches; null for none. */
  readonly pwnedPasswordsDir: string | null
  /** The signed metadata of authenticators, and the roots it has to lead to; null for none. */
  readonly fidoMetadata: { readonly file: string; readonly rootFile: string } | null
  /** Where addresses are (MaxMind DB); null for none. */
  readonly placesFile: string | null
  /** Module with adapters for algorithms of makers; null for none. */
  readonly tokenAlgorithmsFile: string | null
  /** Connections that one address may have open, but for declared proxies. */
  readonly connectionsPerAddress: number
  /** Multiplies every request limit; 0 takes all limits away (measurements only). */
  readonly requestLimitScale: number
}
