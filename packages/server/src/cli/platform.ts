import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { closePlatform, openPlatform } from '../app/open-platform.ts'
import type { Context } from '../kit/context.ts'
import { systemContext } from '../kit/create-context.ts'
import { ApiError } from '../kit/errors.ts'
import { createTenantFinder } from '../modules/tenancy/tenants/index.ts'
import { type Config, readConfig } from '../platform/config.ts'
import type { Platform } from '../platform/platform.ts'
import type { MasterKeySource } from '../platform/secrets/master-key.ts'
import { StartRefused } from '../platform/start-refused.ts'
import type { Terminal } from './terminal.ts'

/** The service's configuration, as the command's environment has it. @throws StartRefused */
export const configOf = ({ environment }: Terminal): Config => {
  const { SIGNET_KEY_PASSPHRASE: _passphrase, ...rest } = environment
  const config = readConfig(rest)
  const isQuiet = environment.SIGNET_LOG_LEVEL === undefined
  return isQuiet ? { ...config, logLevel: 'error' } : config
}

export const isEmbedded = ({ databaseUrl, databaseOwnerUrl }: Config): boolean =>
  databaseUrl === null && databaseOwnerUrl === null

/** Where the master key of the configured database is. */
export const keySourceOf = (config: Config): MasterKeySource => ({
  ...config,
  dataDir: isEmbedded(config) ? config.dataDir : null,
})

/** A command makes no database by the way. */
const expectDatabase = (config: Config): void => {
  if (isEmbedded(config) && !existsSync(join(config.dataDir, 'database'))) {
    throw new StartRefused(
      `There is no database in ${config.dataDir}: name its folder in SIGNET_DATA`,
    )
  }
}

/**
 * Runs `work` with everything the service has, but for the service itself.
 * @throws StartRefused without a database or its key, and when the service uses the embedded one
 */
export const withPlatform = async <T>(
  terminal: Terminal,
  work: (platform: Platform) => Promise<T>,
): Promise<T> => {
  const config = configOf(terminal)
  expectDatabase(config)
  const platform = await openPlatform(config)
  try {
    await platform.queue.start()
    return await work(platform)
  } finally {
    await closePlatform(platform)
  }
}

/** The name by which this machine reaches the default tenant. */
const defaultHost = '127.0.0.1'

/** A context in the tenant that answers at a host; the default tenant without one. */
export const contextAt = async (
  platform: Platform,
  host: string | undefined,
  command: string,
): Promise<Context> => {
  try {
    const tenant = await createTenantFinder(platform.database).byHost(host ?? defaultHost)
    return systemContext(platform, { tenant, name: `cli:${command}` })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    throw new StartRefused(`No tenant answers at ${host ?? defaultHost}`, error)
  }
}

/** A context in a tenant; null for one that has ended. */
export const contextOf = async (
  platform: Platform,
  tenantId: string,
  command: string,
): Promise<Context | null> => {
  const tenant = await createTenantFinder(platform.database).byId(tenantId)
  return tenant === null ? null : systemContext(platform, { tenant, name: `cli:${command}` })
}
