import * as contract from '@signet/contract/applications/saml-previews'
import type { BodyOf } from '@signet/contract/kit/endpoint'
import type { Context } from '../../kit/context.ts'
import { ApiError } from '../../kit/errors.ts'
import { routes } from '../../kit/routes.ts'
import { newSamlSettings } from '../../modules/applications/saml-applications/index.ts'
import { readUser } from '../../modules/identity/users/index.ts'
import { claimFacts } from '../oidc/claims/claim-facts.ts'
import { attributeValues } from './attributes.ts'
import { nameIdOf } from './name-ids.ts'

/** Pseudonyms of an application that is not there yet are made for none. */
const noApplication = '00000000-0000-0000-0000-000000000000'

const preview = async (
  ctx: Context,
  { userId, applicationId, ...wanted }: BodyOf<typeof contract.previewSamlAssertion>,
) => {
  // Whoever looks after some groups only sees their people only.
  const { id: accountId } = await readUser(ctx, userId)
  const facts = await claimFacts(ctx, { accountId, sessionId: null })
  if (facts === undefined) throw new ApiError('user_not_found')
  const settings = newSamlSettings(wanted)
  const named = { application: { id: applicationId ?? noApplication, settings }, facts }
  const nameId = nameIdOf(ctx, named)
  return {
    nameId: nameId && { format: settings.nameIdFormat, value: nameId.value },
    attributes: settings.attributes.flatMap((attribute) => {
      const values = attributeValues(ctx, named, attribute)
      const { name, friendlyName, nameFormat } = attribute
      return values.length === 0 ? [] : [{ name, friendlyName, nameFormat, values: [...values] }]
    }),
  }
}

export const samlPreviewRoutes = routes(contract, {
  previewSamlAssertion: (ctx, { body }) => preview(ctx, body),
})
