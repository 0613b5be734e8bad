import { withOwner } from '../../platform/db/backup/owner-session.ts'
import { restoreBackup } from '../../platform/db/backup/restore-backup.ts'
import { writeBackup } from '../../platform/db/backup/write-backup.ts'
import { createLog } from '../../platform/log.ts'
import { type Command, operand } from '../command.ts'
import { configOf } from '../platform.ts'

export const backup: Command = {
  name: 'backup',
  operands: ['FILE'],
  summary: 'write every tenant’s data into one file, without the master key',
  details: [
    'PostgreSQL: the service may run; the file holds what was there at one moment. Needs',
    'SIGNET_DATABASE_OWNER_URL. Embedded database: stop the service before.',
    'Keep the master key apart: see "key export".',
  ],
  run: async (given, terminal) => {
    const file = operand(given)
    const rows = await withOwner(configOf(terminal), (owner) =>
      writeBackup(owner, file, new Date()),
    )
    terminal.say(`${rows} rows in ${file}; without the master key nothing sealed in it opens`)
    return 0
  },
}

export const restore: Command = {
  name: 'restore',
  operands: ['FILE'],
  summary: 'fill an empty database from a backup, of the embedded database or of PostgreSQL',
  details: [
    'The file’s checksum is compared before anything is written. The schema is brought to this',
    'release. The audit log goes on where the backup ends. Bring the master key back as well',
    '("key import") before the start.',
  ],
  run: async (given, terminal) => {
    const config = configOf(terminal)
    const log = createLog({ level: config.logLevel })
    const rows = await restoreBackup(config, operand(given), log)
    terminal.say(`${rows} rows restored; start with the master key of the backup`)
    return 0
  },
}
