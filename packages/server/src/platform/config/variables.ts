import { availableParallelism } from 'node:os'
import { abort } from '@signet/rules/abort'
import { isMailAddress } from '@signet/rules/mail'
import { z } from 'zod'
import {
  decimal,
  headerName,
  networkList,
  origin,
  path,
  port,
  postgresUrl,
  smtpUrl,
  targetList,
  wholeNumber,
  yesOrNo,
} from './variable-types.ts'

export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const
export const logFormats = ['json', 'text'] as const

/** What the configuration page says of a variable. */
interface Description {
  readonly section:
    | 'Service'
    | 'Database'
    | 'Keys'
    | 'Mail and outgoing calls'
    | 'Sessions and load'
  readonly text: string
  /** The default in words. */
  readonly otherwise: string
}

/** Texts of the variables, by schema. */
export const descriptions = z.registry<Description>()

const described = <T extends z.ZodType>(schema: T, description: Description): T => {
  descriptions.add(schema, description)
  return schema
}

const service = {
  SIGNET_DATA: described(path.optional(), {
    section: 'Service',
    text: 'Folder of the embedded database, its key and its lock.',
    otherwise: '`./data`, with `--demo` `./data-demo`',
  }),
  SIGNET_ARCHIVES: described(path.optional(), {
    section: 'Service',
    text: 'Folder of the [audit archives](archives.md); several nodes share one.',
    otherwise: '`archives` in the data folder',
  }),
  SIGNET_HOST: described(z.string().default('127.0.0.1'), {
    section: 'Service',
    text: 'Address to listen on. Any but a loopback address needs TLS or a declared proxy.',
    otherwise: '`127.0.0.1`',
  }),
  SIGNET_PORT: described(port.default(8080), {
    section: 'Service',
    text: 'Port to listen on; 0 takes a free one.',
    otherwise: '`8080`',
  }),
  SIGNET_PUBLIC_URL: described(origin.optional(), {
    section: 'Service',
    text: 'Scheme, host and port under which people reach the first tenant: links in mail and metadata begin with it. Plain http is for loopback names only.',
    otherwise: '`http://localhost:<port>`',
  }),
  SIGNET_AUTHENTICATOR_URL: described(origin.optional(), {
    section: 'Service',
    text: 'Where the Signet Authenticator lives: an origin of its own, apart from every tenant.',
    otherwise: '`http://authenticator.localhost:<port>`',
  }),
  SIGNET_TLS_CERT: described(path.optional(), {
    section: 'Service',
    text: 'File with the certificate chain (PEM), to answer TLS without a proxy.',
    otherwise: 'plain HTTP',
  }),
  SIGNET_TLS_KEY: described(path.optional(), {
    section: 'Service',
    text: 'File with the private key (PEM) of the certificate.',
    otherwise: 'plain HTTP',
  }),
  SIGNET_TRUSTED_PROXIES: described(networkList.default([]), {
    section: 'Service',
    text: 'Addresses or CIDR ranges of the proxies whose `X-Forwarded-*` headers are believed, separated by commas.',
    otherwise: 'none',
  }),
  SIGNET_TLS_CLIENT_CERTIFICATES: described(yesOrNo.default(false), {
    section: 'Service',
    text: 'Clients are asked for a certificate in the TLS of the service itself. Nobody has to have one.',
    otherwise: '`false`',
  }),
  SIGNET_CLIENT_CERTIFICATE_HEADER: described(headerName.optional(), {
    section: 'Service',
    text: 'Header in which the proxies of `SIGNET_TRUSTED_PROXIES` hand on the certificate of a client ([how](proxy.md)). From everybody else it is not read.',
    otherwise: 'none is read',
  }),
  SIGNET_METRICS_PORT: described(port.optional(), {
    section: 'Service',
    text: 'Port of `/metrics`, apart from the service; 0 takes a free one.',
    otherwise: 'no metrics are served',
  }),
  SIGNET_METRICS_HOST: described(z.string().default('127.0.0.1'), {
    section: 'Service',
    text: 'Address on which `/metrics` is served.',
    otherwise: '`127.0.0.1`',
  }),
  SIGNET_LOG_LEVEL: described(
    z.enum(logLevels, { error: `must be one of ${logLevels.join(', ')}` }).default('info'),
    {
      section: 'Service',
      text: 'What the log tells: `debug`, `info`, `warn`, `error` or `silent`.',
      otherwise: '`info`',
    },
  ),
  SIGNET_LOG_FORMAT: described(
    z.enum(logFormats, { error: `must be one of ${logFormats.join(', ')}` }).optional(),
    {
      section: 'Service',
      text: 'Format of the log: `json`, one object per line, or `text`, for reading.',
      otherwise: '`text` on a terminal, otherwise `json`',
    },
  ),
  SIGNET_DEV: described(yesOrNo.default(false), {
    section: 'Service',
    text: 'Development: mail stays in an outbox that `/dev/outbox` shows. Loopback only.',
    otherwise: '`false`',
  }),
}

const database = {
  SIGNET_DATABASE_URL: described(postgresUrl.optional(), {
    section: 'Database',
    text: 'PostgreSQL 15 or later, as the runtime role.',
    otherwise: 'the embedded database, or the runtime role taken under the owner URL',
  }),
  SIGNET_DATABASE_OWNER_URL: described(postgresUrl.optional(), {
    section: 'Database',
    text: 'PostgreSQL as the role that owns the schema; used for migrating only when `SIGNET_DATABASE_URL` stands beside it.',
    otherwise: 'nothing is migrated on PostgreSQL',
  }),
  SIGNET_DATABASE_POOL: described(
    wholeNumber(2, 500).default(Math.max(4, availableParallelism() * 4)),
    {
      section: 'Database',
      text: 'Most connections to PostgreSQL at a time.',
      otherwise: '4 for each core',
    },
  ),
  SIGNET_BACKUP_RETENTION_DAYS: described(wholeNumber(0, 36_500).optional(), {
    section: 'Database',
    text: 'Days for which you keep backups of the database. The proof that a tenant was deleted names the day from which no backup has it.',
    otherwise: 'not known, and the proof says so',
  }),
}

const keys = {
  SIGNET_MASTER_KEY: described(z.string().min(1).optional(), {
    section: 'Keys',
    text: 'The master key: 32 bytes in base64 or hexadecimal. With PostgreSQL it, or its file, must be given.',
    otherwise: '`master.key` in the data folder, made on first start',
  }),
  SIGNET_MASTER_KEY_FILE: described(path.optional(), {
    section: 'Keys',
    text: 'File with the master key in the same form.',
    otherwise: '`master.key` in the data folder, made on first start',
  }),
}

const outgoing = {
  SIGNET_SMTP_URL: described(smtpUrl.optional(), {
    section: 'Mail and outgoing calls',
    text: 'Mail server for tenants without one of their own: `smtp://user:password@host:587` or `smtps://…`. `?tls=off` allows a server without STARTTLS.',
    otherwise: 'mail is not sent; in development it stays in the outbox',
  }),
  SIGNET_MAIL_FROM: described(z.string().min(3).max(320, abort).optional(), {
    section: 'Mail and outgoing calls',
    text: 'Sender of mail.',
    otherwise: '`Signet <no-reply@<host of the public URL>>`',
  }),
  SIGNET_SUPPORT_ADDRESS: described(
    z.string().refine(isMailAddress, 'must be a mail address').optional(),
    {
      section: 'Mail and outgoing calls',
      text: 'Mail address that administrators’ questions to whoever runs the service go to.',
      otherwise: 'nobody can be asked from the console',
    },
  ),
  SIGNET_OUTBOUND_ALLOW: described(targetList.default([]), {
    section: 'Mail and outgoing calls',
    text: 'Targets inside your own network that outgoing calls may reach, as `kind=host:port` with kind `mail`, `ldap`, `database`, `printer`, `syslog` or `http`, and host a name, an address or a CIDR range, separated by commas: `ldap=10.1.0.0/16:636, printer=printer.example:9100, http=[fd00:1::/32]:443`. Cloud metadata addresses never open.',
    otherwise: 'no loopback, private, link-local or otherwise special address is reached',
  }),
}

const load = {
  SIGNET_SESSION_IDLE_MINUTES: described(wholeNumber(1, 1440).default(15), {
    section: 'Sessions and load',
    text: 'Idle time after which a session ends.',
    otherwise: '`15`',
  }),
  SIGNET_SESSION_HOURS: described(wholeNumber(1, 720).default(12), {
    section: 'Sessions and load',
    text: 'Absolute life of a session, however active.',
    otherwise: '`12`',
  }),
  SIGNET_HASH_QUEUE: described(wholeNumber(1, 10_000).default(64), {
    section: 'Sessions and load',
    text: 'Password hashes that may wait for each core; further ones are answered 429.',
    otherwise: '`64`',
  }),
  SIGNET_PWNED_PASSWORDS_DIR: described(path.optional(), {
    section: 'Sessions and load',
    text: 'Folder with the files of the Pwned Passwords downloader (`00000.txt` …): passwords found in them are refused beside the common ones.',
    otherwise: 'only common passwords are refused',
  }),
  SIGNET_FIDO_METADATA: described(path.optional(), {
    section: 'Sessions and load',
    text: 'File with the metadata of authenticators (FIDO Metadata Service 3: the signed BLOB as it is served). Read again when it changes.',
    otherwise:
      'passkeys have no names or icons of their makers, and their makers’ roots are not known',
  }),
  SIGNET_FIDO_METADATA_ROOT: described(path.optional(), {
    section: 'Sessions and load',
    text: 'File with the root certificates (PEM) that the signature of `SIGNET_FIDO_METADATA` has to lead to.',
    otherwise: 'must be given with `SIGNET_FIDO_METADATA`',
  }),
  SIGNET_PLACES: described(path.optional(), {
    section: 'Sessions and load',
    text: 'File that tells the countries of addresses (MaxMind DB in the layout of GeoIP2 Country or City, such as GeoLite2 or DB-IP Lite): sign-ins are shown on a map and filtered by country. Read again when it changes.',
    otherwise: 'the country of no address is known',
  }),
  SIGNET_TOKEN_ALGORITHMS: described(path.optional(), {
    section: 'Sessions and load',
    text: 'Module (an absolute path) with adapters for tokens whose algorithm is their maker’s: `AT` and `VENDOR`.',
    otherwise: 'such tokens are not imported',
  }),
  SIGNET_CONNECTIONS_PER_ADDRESS: described(wholeNumber(8, 100_000).default(512), {
    section: 'Sessions and load',
    text: 'Connections that one client address (IPv6: one /64) may have open at a time. A further one replaces the one that has been idle longest; when none is idle, it is closed. Proxies of `SIGNET_TRUSTED_PROXIES` are not limited.',
    otherwise: '`512`',
  }),
  SIGNET_REQUEST_LIMIT_SCALE: described(decimal.default(1), {
    section: 'Sessions and load',
    text: 'Multiplies every request limit; 0 takes them away and is meant for measurements.',
    otherwise: '`1`',
  }),
}

export const Variables = z.object({ ...service, ...database, ...keys, ...outgoing, ...load })
export type Variables = z.output<typeof Variables>
