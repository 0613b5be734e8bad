import { identityProviderTypes } from '@signet/rules/identity-providers'
import { z } from 'zod'
import { Uuid } from '../kit/schemas.ts'

/** An identity provider that people may sign in by. */
export const IdentityProviderChoice = z
  .object({ id: Uuid, name: z.string(), type: z.enum(identityProviderTypes) })
  .meta({ id: 'IdentityProviderChoice' })
