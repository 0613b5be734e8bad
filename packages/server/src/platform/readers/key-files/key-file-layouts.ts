import type { AdaptedType } from '../../token-algorithms.ts'
import type { ImportedToken, Refusal } from './imported-tokens.ts'

/** Which of makers' algorithms a name in a file is for. */
export type Adapters = ReadonlyMap<string, AdaptedType>

const keyFileLayouts = ['PSKC', 'SAFENET', 'DUALSHIELD', 'SAFEWORD'] as const
export type KeyFileLayout = (typeof keyFileLayouts)[number]

export interface KeyFile {
  readonly layout: KeyFileLayout
  readonly tokens: readonly ImportedToken[]
  readonly refused: readonly Refusal[]
}
