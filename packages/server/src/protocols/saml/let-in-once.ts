import type { Context } from '../../kit/context.ts'
import { isUniqueViolation } from '../../platform/db/sql-errors.ts'
import { SamlFault } from '../../platform/saml/saml-fault.ts'
import { letIn } from './let-in.ts'
import type { Present } from './present-session.ts'
import type { AskedSignIn } from './sign-in-requests.ts'

/** As `letIn`. @throws SamlFault for a request that has been answered */
export const letInOnce = async (ctx: Context, asked: AskedSignIn, session: Present) => {
  try {
    return await letIn(ctx, asked, session)
  } catch (error) {
    if (!isUniqueViolation(error, 'saml_requests_once')) throw error
    throw new SamlFault('a request that has been answered', {
      code: 'MESSAGE_REPLAYED',
      cause: error,
    })
  }
}
