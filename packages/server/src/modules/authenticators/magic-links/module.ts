import * as contract from '@signet/contract/authenticators/magic-links'
import { day, type Module } from '../../../kit/module.ts'
import { routes } from '../../../kit/routes.ts'
import { inform, put, read, remove } from './magic-links.service.ts'

export const magicLinksModule: Module = {
  routes: [
    routes(contract, {
      readMagicLink: (ctx, { params }) => read(ctx, params.userid),
      putMagicLink: (ctx, { params, body }) =>
        ctx.transaction((ctx) => put(ctx, params.userid, body)),
      deleteMagicLink: (ctx, { params }) => ctx.transaction((ctx) => remove(ctx, params.userid)),
      readMagicLinkInformation: (ctx, { params }) => inform(ctx, params.userid),
    }),
  ],
  retention: [{ table: 'magic_links', column: 'expires_at', graceMillis: day }],
  kept: {
    'magic_links.resend_after': 'swept by the link’s own end',
  },
  secretColumns: ['magic_links.token_hash'],
}
