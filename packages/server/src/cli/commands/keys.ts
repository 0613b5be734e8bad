import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../platform/config.ts'
import { withOwner } from '../../platform/db/backup/owner-session.ts'
import { writeNewFile } from '../../platform/new-file.ts'
import { exportKey, importKey, NotAnExport } from '../../platform/secrets/key-export.ts'
import {
  masterKeyOf,
  readMasterKey,
  writeMasterKeyFile,
} from '../../platform/secrets/master-key.ts'
import { SealBroken } from '../../platform/secrets.ts'
import { StartRefused } from '../../platform/start-refused.ts'
import { type Command, operand } from '../command.ts'
import { configOf, isEmbedded, keySourceOf } from '../platform.ts'
import type { Terminal } from '../terminal.ts'

const passphraseOf = async (terminal: Terminal, question: string): Promise<string> =>
  terminal.environment.SIGNET_KEY_PASSPHRASE || (await terminal.askSecret(question))

/** Asked twice: what is mistyped once is lost with the key. */
const newPassphrase = async (terminal: Terminal): Promise<string> => {
  const passphrase = await passphraseOf(terminal, 'Passphrase: ')
  const again = await passphraseOf(terminal, 'Once more: ')
  if (passphrase !== again) throw new StartRefused('The passphrases differ')
  if (passphrase.length < 12) throw new StartRefused('The passphrase needs at least 12 characters')
  return passphrase
}

export const keyExport: Command = {
  name: 'key export',
  operands: ['FILE'],
  summary: 'write the master key into a file, under a passphrase',
  details: [
    'The passphrase, 12 characters or more, is asked for, or given as SIGNET_KEY_PASSPHRASE. The',
    'service may run. Keep file, passphrase and backups apart from each other.',
  ],
  run: async (given, terminal) => {
    const key = await readMasterKey(keySourceOf(configOf(terminal)))
    if (key === null) throw new StartRefused('There is no master key here')
    const text = await exportKey(key.bytes, await newPassphrase(terminal))
    await writeNewFile(operand(given), [text])
    terminal.say(`The master key is in ${operand(given)}, under the passphrase`)
    return 0
  },
}

const imported = async (file: string, terminal: Terminal): Promise<Buffer> => {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new StartRefused(`${file} cannot be read`, error)
  })
  const passphrase = await passphraseOf(terminal, 'Passphrase: ')
  try {
    return await importKey(text, passphrase)
  } catch (error) {
    if (error instanceof NotAnExport) throw new StartRefused(`${file} is no exported key`, error)
    if (!(error instanceof SealBroken)) throw error
    throw new StartRefused(`The passphrase is not that of ${file}, or the file was changed`, error)
  }
}

/** Where the service will look for the key. */
const targetOf = ({ masterKey, masterKeyFile, dataDir }: Config): string => {
  if (masterKey !== null) {
    throw new StartRefused('The master key is given as SIGNET_MASTER_KEY: take that away first')
  }
  return masterKeyFile ?? join(dataDir, 'master.key')
}

/** A key in front of another one's data would only refuse the start. */
const expectKeyOf = async (config: Config, key: Buffer): Promise<void> => {
  if (!isEmbedded(config) || !existsSync(join(config.dataDir, 'database'))) return
  const { id } = masterKeyOf(key)
  const fits = await withOwner(config, async (owner) => {
    const { rows } = await owner.query<{ key_id: Buffer }>('select key_id from master_check')
    return rows.length === 0 || rows.some(({ key_id }) => id.equals(key_id))
  })
  if (!fits) throw new StartRefused(`This key is not the one of the database in ${config.dataDir}`)
}

export const keyImport: Command = {
  name: 'key import',
  operands: ['FILE'],
  summary: 'bring an exported master key back to where the service looks for it',
  details: [
    'Writes the file that SIGNET_MASTER_KEY_FILE names, else master.key in the data folder, for its',
    'owner only. Refused where a key is already, or beside data of another key.',
  ],
  run: async (given, terminal) => {
    const config = configOf(terminal)
    const target = targetOf(config)
    if (existsSync(target)) throw new StartRefused(`${target} holds a key already`)
    const key = await imported(operand(given), terminal)
    await expectKeyOf(config, key)
    await writeMasterKeyFile(target, key)
    terminal.say(`The master key is in ${target}`)
    return 0
  },
}
