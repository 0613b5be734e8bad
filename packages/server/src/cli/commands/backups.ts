import { withOwner } from '../../platform/db/backup/owner-session.ts'
import { restoreBackup } from '../../platform/db/backup/restore-backup.ts'
import { writeBackup } from '../../platform/db/backup/write-backup.ts'
import { createLog } from '../../platform/log.ts'
import { readMasterKey } from '../../platform/secrets/master-key.ts'
import { StartRefused } from '../../platform/start-refused.ts'
import { type Command, operand } from '../command.ts'
import { configOf, keySourceOf } from '../platform.ts'

export const backup: Command = {
  name: 'backup',
  operands: ['FILE'],
  summary: 'write every tenant’s data into one file, without the master key',
  details: [
    'PostgreSQL: the service may run; the file holds what was there at one moment. Needs',
    'SIGNET_DATABASE_OWNER_URL. Embedded database: stop the service before.',
    'The file is signed with the master key. Keep that apart: see "key export".',
  ],
  run: async (given, terminal) => {
    const file = operand(given)
    const config = configOf(terminal)
    const rows = await withOwner(config, async (owner) => {
      const master = await readMasterKey(keySourceOf(config))
      if (master === null) {
        throw new StartRefused(
          'The backup is signed with the master key: give SIGNET_MASTER_KEY or SIGNET_MASTER_KEY_FILE',
        )
      }
      return writeBackup(owner, { file, master, at: new Date() })
    })
    terminal.say(`${rows} rows in ${file}; without the master key nothing sealed in it opens`)
    return 0
  },
}

export const restore: Command = {
  name: 'restore',
  operands: ['FILE'],
  summary: 'fill an empty database from a backup, of the embedded database or of PostgreSQL',
  details: [
    'Bring the master key back before ("key import"): the signature and checksum of the file are',
    'compared with it before anything is written. The schema is brought to this release. The audit',
    'log goes on where the backup ends.',
  ],
  options: {
    unsigned: {
      value: null,
      text: 'restores a backup without a signature, of an older release, or signed with a lost key',
    },
  },
  run: async (given, terminal) => {
    const config = configOf(terminal)
    const log = createLog({ level: config.logLevel, format: config.logFormat })
    const unsigned = given.options.has('unsigned')
    const master = unsigned ? null : await readMasterKey(keySourceOf(config))
    const rows = await restoreBackup(config, { file: operand(given), log, master, unsigned })
    terminal.say(`${rows} rows restored; start with the master key of the backup`)
    return 0
  },
}
