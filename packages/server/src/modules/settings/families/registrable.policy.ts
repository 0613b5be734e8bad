import type { SettingFault } from '@signet/contract/kit/settings-family'
import type { authenticatorProvisioningFamily } from '@signet/contract/settings/authenticatorprovisioning'
import type { hardwareOathFamily } from '@signet/contract/settings/hardwareoath'
import type { kbaFamily } from '@signet/contract/settings/kba'
import { kbaStatus } from '@signet/rules/status'
import type { Reading } from './families.repository.ts'
import { settings } from './readers.ts'

/** What a registration may ask for that people get only where other settings let them. */
const conditional = ['grid', 'hardwareToken', 'kba'] as const
type Conditional = (typeof conditional)[number]

type Provisioning = (typeof authenticatorProvisioningFamily)['defaults']
type HardwareOath = (typeof hardwareOathFamily)['defaults']
type Kba = (typeof kbaFamily)['defaults']

/** Settings of a group policy, over those that hold without it. */
interface Own {
  readonly authenticatorprovisioning?: Partial<Provisioning> | undefined
  readonly hardwareoath?: Partial<HardwareOath> | undefined
  readonly kba?: Partial<Kba> | undefined
}

interface Whose {
  readonly person?: string
  readonly own?: Own
}

/** What somebody, or everybody, has no way to register. */
export const unregistrable = async (
  ctx: Reading,
  { person, own = {} }: Whose = {},
): Promise<readonly Conditional[]> => {
  const [provisioning, hardwareOath, kba] = await Promise.all([
    settings.authenticatorProvisioning(ctx, person),
    settings.hardwareOath(ctx, person),
    settings.kba(ctx, person),
  ])
  const { selfService } = { ...provisioning, ...own.authenticatorprovisioning }
  const { selfAssignment } = { ...hardwareOath, ...own.hardwareoath }
  const { maximumNumberOfQuestions } = { ...kba, ...own.kba }
  const offered: Readonly<Record<Conditional, boolean>> = {
    grid: selfService.includes('GRID'),
    hardwareToken: selfAssignment,
    kba: kbaStatus(maximumNumberOfQuestions) === 'ACTIVE',
  }
  return conditional.filter((kind) => !offered[kind])
}

type Wanted = { readonly [kind in Conditional]?: string | undefined }

/** Demanding what nobody can register would leave everybody unregistered. */
export const ownRegistrable = async (
  ctx: Reading,
  wanted: Wanted,
  own: Own = {},
): Promise<readonly SettingFault[]> =>
  (await unregistrable(ctx, { own }))
    .filter((kind) => wanted[kind] === 'REQUIRED')
    .map((path) => ({ path, message: 'not_available_yet' }))
