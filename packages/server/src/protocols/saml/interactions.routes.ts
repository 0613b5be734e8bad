import * as contract from '@signet/contract/access/saml-interactions'
import { ApiError } from '../../kit/errors.ts'
import { routes } from '../../kit/routes.ts'
import { findSamlApplication } from '../../modules/applications/saml-applications/index.ts'
import { paths } from './addresses.ts'
import { findWaiting } from './interactions.ts'

export const samlInteractionRoutes = routes(contract, {
  readSamlDenial: async (ctx, { body: { uid } }) => {
    const waiting = await findWaiting(ctx, uid)
    if (waiting?.denied === undefined || !waiting.goesOn) throw new ApiError('no_transaction')
    const application = await findSamlApplication(ctx, waiting.wanted.applicationId)
    if (application === undefined) throw new ApiError('no_transaction')
    const redirect = `${paths.signIn}?uid=${encodeURIComponent(uid)}&denied`
    return {
      applicationName: application.name,
      denied: { decision: waiting.denied.decision, redirect },
    }
  },
})
