import type { SettingFault } from '@signet/contract/kit/settings-family'
import type { Context } from '../../../kit/context.ts'

/** Where the operator has supplied no metadata nobody could register a passkey that needs it. */
export const suppliedMetadata = (
  { platform }: Context,
  { metadataRequired }: { readonly metadataRequired: boolean },
): readonly SettingFault[] =>
  metadataRequired && platform.config.fidoMetadata === null
    ? [{ path: 'metadataRequired', message: 'no_metadata' }]
    : []
