import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { ReadingStopped } from '../../../platform/readers/reader-threads.ts'
import { readOnce } from '../../../platform/readers/reading.ts'
import { XmlFault } from '../../../platform/xml/xml-fault.ts'

/** What a provider says of itself, read in a thread. @throws saml_metadata_invalid */
export const readProvider = async <T>(
  ctx: Context,
  kind: 'service-provider' | 'identity-provider',
  metadata: string,
): Promise<T> => {
  try {
    return await readOnce<T>(ctx.tenant.id, { kind, metadata })
  } catch (cause) {
    if (!(cause instanceof XmlFault || cause instanceof ReadingStopped)) throw cause
    const reason = cause instanceof XmlFault ? cause.message : 'more than is taken'
    throw new ApiError('saml_metadata_invalid', { parameters: { reason }, cause })
  }
}
