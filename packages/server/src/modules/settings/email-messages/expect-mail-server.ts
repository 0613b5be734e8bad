import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { currentServer } from '../email-server/index.ts'

/**
 * For calls that send an email while the caller waits: nothing is recorded of an email that cannot go.
 * @throws email_server_missing
 */
export const expectMailServer = async (ctx: Context): Promise<void> => {
  const { source } = await currentServer(ctx)
  if (source === 'NONE') throw new ApiError('email_server_missing')
}
