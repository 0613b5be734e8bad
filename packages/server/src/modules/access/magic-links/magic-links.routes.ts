import * as contract from '@signet/contract/access/magic-links'
import { signedInUser } from '../../../kit/context.ts'
import { routes } from '../../../kit/routes.ts'
import { readOwnMagicLink } from '../../authenticators/magic-links/index.ts'
import type { Doors } from '../sign-in/index.ts'
import { cancel, complete, look } from './magic-links.service.ts'

/** What the page of a link does; opening the page does none of it. */
export const createMagicLinkDoor = (doors: Doors) =>
  routes(contract, {
    authenticateMagicLink: (ctx, { query, body }) => {
      const token = query.magicToken
      if (query.cancel === 'true') return cancel(ctx, token)
      if (query.complete === 'true') return complete(ctx, doors, { token, given: body })
      return look(ctx, token, body)
    },
    readOwnMagicLink: (ctx) => readOwnMagicLink(ctx, signedInUser(ctx).id),
  })
