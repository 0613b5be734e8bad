import type { Command } from './command.ts'
import { auditExport, auditRecount, auditVerify } from './commands/audit.ts'
import { backup, restore } from './commands/backups.ts'
import { keyExport, keyImport } from './commands/keys.ts'
import { recoverAdmin } from './commands/recovery.ts'
import { rotateData, rotateMaster } from './commands/rotations.ts'
import { tenantCreate } from './commands/tenant-create.ts'
import { tenantUrl } from './commands/tenant-url.ts'

/** As the help lists them. */
export const commands: readonly Command[] = [
  backup,
  restore,
  keyExport,
  keyImport,
  rotateMaster,
  rotateData,
  auditExport,
  auditVerify,
  auditRecount,
  recoverAdmin,
  tenantCreate,
  tenantUrl,
]
