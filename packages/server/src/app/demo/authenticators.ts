import type { Context } from '../../kit/context.ts'
import { insertActiveSyncDevices } from './authenticators/activesync-devices.ts'
import { insertConnectors } from './authenticators/connectors.ts'
import { insertDesktops } from './authenticators/desktops.ts'
import { insertExternalCredentials } from './authenticators/external-credentials.ts'
import { insertFaces } from './authenticators/faces.ts'
import { insertGrids } from './authenticators/grids.ts'
import { insertGroupPolicies } from './authenticators/group-policies.ts'
import { insertHardwareTokens } from './authenticators/hardware-tokens.ts'
import { holdersAmong } from './authenticators/holders.ts'
import { insertMachines } from './authenticators/machines.ts'
import { insertMagicLinks } from './authenticators/magic-links.ts'
import { insertPasskeys } from './authenticators/passkeys.ts'
import { insertQuestions } from './authenticators/questions.ts'
import { insertSoftTokens } from './authenticators/soft-tokens.ts'
import { insertTempAccessCodes } from './authenticators/temp-access-codes.ts'

const kinds = [
  insertHardwareTokens,
  insertGrids,
  insertPasskeys,
  insertSoftTokens,
  insertMachines,
  insertTempAccessCodes,
  insertQuestions,
  insertMagicLinks,
  insertActiveSyncDevices,
  insertDesktops,
  insertFaces,
  insertExternalCredentials,
  insertConnectors,
  insertGroupPolicies,
] as const

/** Every kind of authenticator in the hands of somebody; Amelia Andersson has most of them. */
export const insertAuthenticators = async (
  ctx: Context,
  users: ReadonlyMap<string, string>,
): Promise<void> => {
  await ctx.platform.secrets.ready(ctx.tenant.id)
  const holder = holdersAmong(users)
  for (const insert of kinds) await insert(ctx, holder)
}
