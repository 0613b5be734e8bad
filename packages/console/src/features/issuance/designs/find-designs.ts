import { listCredentialDesigns } from '@signet/contract/issuance/credential-designs'
import { nameSought } from '../../../kit/name-sought.ts'
import type { PaletteItem } from '../../../kit/screen.ts'
import { call } from '../../../lib/call.ts'
import { designPath } from './design-paths.ts'

/** Card designs for the palette; apart from the calls of the designer, which load its schema. */
export const findDesigns = async (
  typed: string,
  signal: AbortSignal,
): Promise<readonly PaletteItem[]> => {
  const found = await call(listCredentialDesigns, { query: nameSought(typed), signal })
  return found.map(({ id, name }) => ({ id, label: name, to: designPath(id) }))
}
