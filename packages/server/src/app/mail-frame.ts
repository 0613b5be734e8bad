import { createHash } from 'node:crypto'
import { abort } from '@signet/rules/abort'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Pipeline } from '../kit/pipeline.ts'
import { tenantOfPage } from './page-tenant.ts'

/**
 * Shows the mail that its parent sends. What is written has no script that may run: the policy
 * knows this one by its digest, and the frame is of no origin.
 */
const script = `
const show = (html) => {
  document.open();
  document.write(html);
  document.close();
  listen();
};
const listen = () => addEventListener('message', ({ data, source }) => {
  if (source === parent && typeof data === 'string') show(data);
}, { once: true });
listen();
parent.postMessage('ready', '*');
`

const digest = createHash('sha256').update(script).digest('base64')

const policy = [
  'sandbox allow-scripts',
  "default-src 'none'",
  `script-src 'sha256-${digest}'`,
  "style-src 'unsafe-inline'",
  'img-src https: data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ')

const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Mail</title><script>${script}</script></head><body></body></html>`

/** Where mails are shown: `/mail-frame`. Nothing of a tenant stands in it. */
export const mountMailFrame = (app: FastifyInstance, { doors }: Pipeline): void => {
  app.get('/mail-frame', async (request, reply) => {
    await tenantOfPage(doors, request)
    return reply
      .type('text/html; charset=utf-8')
      .headers({
        'Cache-Control': 'no-store',
        'Content-Security-Policy': policy,
        'Referrer-Policy': 'no-referrer',
        'X-Frame-Options': 'SAMEORIGIN',
        'Cross-Origin-Resource-Policy': 'same-origin',
      })
      .send(page)
  })
}

const Said = z.object({
  state: z.string().max(200, abort),
  code: z.string().max(4000, abort).optional(),
  error: z.string().max(200, abort).optional(),
  error_description: z.string().max(1000, abort).optional(),
})

/**
 * Where a provider leads the browser back to: what it said goes on to the console in the fragment,
 * which reaches no server and no other site; the console brings it with its own session.
 */
export const mountMailCallback = (app: FastifyInstance, { doors }: Pipeline): void => {
  app.get('/oauth/callback/emailserver', async (request, reply) => {
    await tenantOfPage(doors, request)
    const said = Said.safeParse(request.query)
    const query = said.success ? `?${new URLSearchParams(Object.entries(said.data))}` : ''
    return reply
      .headers({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' })
      .redirect(`/#/settings/email${query}`, 302)
  })
}
