import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { audit } from '../../kit/audit.ts'
import { rotateKeys } from '../../modules/tenancy/keys/index.ts'
import type { Config } from '../../platform/config.ts'
import { listTenantIds } from '../../platform/db/tenant-ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { listChecks } from '../../platform/secrets/master-check.ts'
import {
  prepareNextMasterKey,
  readMasterKey,
  replaceMasterKeyFile,
  writeMasterKeyFile,
} from '../../platform/secrets/master-key.ts'
import { StartRefused } from '../../platform/start-refused.ts'
import { type Command, operand } from '../command.ts'
import { configOf, contextAt, contextOf, isEmbedded, withPlatform } from '../platform.ts'

/** Noted in the default tenant: the master key is nobody's alone. */
const note = async (platform: Platform, action: string): Promise<void> => {
  const ctx = await contextAt(platform, undefined, 'rotate-master')
  await ctx.transaction(async (ctx) => {
    audit(ctx, action, {
      subject: { entity: 'SUBSCRIBERS', id: ctx.tenant.id, name: ctx.tenant.companyName },
    })
  })
}

/** The embedded database’s key lies beside it: all in one go, and again from anywhere after a crash. */
const rotateFile = async (platform: Platform, { dataDir }: Config): Promise<string> => {
  await platform.secrets.finishMasterRotation()
  await platform.secrets.beginMasterRotation(await prepareNextMasterKey(dataDir))
  await replaceMasterKeyFile(dataDir)
  await platform.secrets.finishMasterRotation()
  await note(platform, 'MASTER_KEY_ROTATED')
  return 'The master key was replaced: export it again ("key export")'
}

/** Two steps of the same command may name the same file: a key is made once. */
const keyIn = async (file: string): Promise<Buffer> => {
  if (!existsSync(file)) await writeMasterKeyFile(file, randomBytes(32))
  const source = { masterKey: null, masterKeyFile: file, dataDir: null }
  const key = await readMasterKey(source)
  if (key === null) throw new StartRefused(`${file} holds no key`)
  return key.bytes
}

const begin = async (platform: Platform, file: string): Promise<string> => {
  await platform.secrets.beginMasterRotation(await keyIn(file))
  await note(platform, 'MASTER_KEY_ROTATION_STARTED')
  return (
    `${file} holds the new master key, and the former one still opens. Start every node again with ` +
    'the new one, then run "key rotate-master --finish" with it'
  )
}

const expectNewKey = async (platform: Platform, config: Config): Promise<void> => {
  const checks = await listChecks(platform.database.system)
  const last = checks.at(-1)
  if (last === undefined || (checks.length === 1 && last.previous === null)) {
    throw new StartRefused('No rotation of the master key is under way')
  }
  const given = await readMasterKey({ ...config, dataDir: null })
  if (given !== null && !given.id.equals(last.key_id)) {
    throw new StartRefused('This is the former master key: finish the rotation with the new one')
  }
}

const finish = async (platform: Platform, config: Config): Promise<string> => {
  await expectNewKey(platform, config)
  await platform.secrets.finishMasterRotation()
  await note(platform, 'MASTER_KEY_ROTATED')
  return 'Every tenant’s keys are under the new master key, and the former one opens nothing any more'
}

const isInFile = (config: Config): boolean =>
  isEmbedded(config) && config.masterKey === null && config.masterKeyFile === null

const expectCall = (config: Config, file: string, isFinish: boolean): void => {
  const isWhole = isInFile(config)
  if (isWhole && (file !== '' || isFinish)) {
    throw new StartRefused(
      'The key in the data folder is replaced there, at once: leave NEWFILE and --finish out',
    )
  }
  if (!isWhole && (file === '') !== isFinish) {
    throw new StartRefused('Name a NEWFILE for the new key, or --finish the rotation with it')
  }
}

export const rotateMaster: Command = {
  name: 'key rotate-master',
  operands: ['[NEWFILE]'],
  options: {
    finish: { value: null, text: 'the second step, with the new key in the environment' },
  },
  summary: 'replace the master key',
  details: [
    'A key in the data folder is replaced in one step, without NEWFILE; stop the service before.',
    'A key given by file or environment takes two steps: the first one writes a new key into NEWFILE',
    '(or takes the one that is there) and makes both open; start every node again with the new one;',
    'then --finish wraps every tenant’s keys under it. Each step may be run again.',
  ],
  run: async (given, terminal) => {
    const config = configOf(terminal)
    const file = operand(given)
    const isFinish = given.options.has('finish')
    expectCall(config, file, isFinish)
    const told = await withPlatform(terminal, (platform) => {
      if (isInFile(config)) return rotateFile(platform, config)
      return isFinish ? finish(platform, config) : begin(platform, file)
    })
    terminal.say(told)
    return 0
  },
}

const contextsOf = async (platform: Platform, host: string) => {
  if (host !== '') return [await contextAt(platform, host, 'rotate-data')]
  const ids = await listTenantIds(platform.database.system)
  const contexts = await Promise.all(ids.map((id) => contextOf(platform, id, 'rotate-data')))
  return contexts.filter((ctx) => ctx !== null)
}

export const rotateData: Command = {
  name: 'key rotate-data',
  operands: ['[HOST]'],
  summary: 'give a tenant, or every tenant, new keys for data and signatures',
  details: [
    'HOST is where the tenant answers. The new keys are taken at once; what is stored is sealed',
    'again by jobs of the running service, or after its next start. Nobody is signed out.',
    'Embedded database: stop the service before.',
  ],
  run: (given, terminal) =>
    withPlatform(terminal, async (platform) => {
      for (const ctx of await contextsOf(platform, operand(given))) {
        await rotateKeys(ctx)
        terminal.say(`${ctx.tenant.companyName}: new keys; what is stored is being sealed again`)
      }
      return 0
    }),
}
