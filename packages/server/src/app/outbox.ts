import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../kit/errors.ts'
import type { Pipeline } from '../kit/pipeline.ts'
import type { OutboxMessage } from '../platform/mail.ts'
import { listPage, mailPage, pagePolicy, partPage, partPolicy } from './outbox-pages.ts'

const common = {
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  Vary: 'Accept',
}

/** Browsers ask for HTML by name when they open an address; programs that accept anything get JSON. */
const wantsPage = ({ headers }: FastifyRequest): boolean =>
  headers.accept?.includes('text/html') === true

const sendPage = (reply: FastifyReply, html: string): FastifyReply =>
  reply
    .type('text/html; charset=utf-8')
    .headers({ 'Content-Security-Policy': pagePolicy, 'X-Frame-Options': 'DENY' })
    .send(html)

const sendPart = (reply: FastifyReply, html: string): FastifyReply =>
  reply
    .type('text/html; charset=utf-8')
    .headers({
      'Content-Security-Policy': partPolicy,
      'X-Frame-Options': 'SAMEORIGIN',
      'Cross-Origin-Resource-Policy': 'same-origin',
    })
    .send(html)

interface OneMail {
  Params: { readonly id: string }
}

/**
 * Mail of a development server, the newest first; absent on any other. Only under a tenant's host, and
 * only the mail of that tenant: a page elsewhere whose name was bent to this address (DNS rebinding)
 * reads nothing.
 */
export const mountOutbox = (app: FastifyInstance, { platform, doors }: Pipeline): void => {
  const { config, mailer } = platform
  if (!config.development && !config.demo) return
  const mailsOf = async (request: FastifyRequest): Promise<readonly OutboxMessage[]> => {
    const tenant = await doors.findTenant(doors.requestInfo(request).host)
    return mailer.outbox.list().filter(({ tenantId }) => tenantId === tenant.id)
  }
  const mailOf = async (request: FastifyRequest, id: string): Promise<OutboxMessage> => {
    const mail = (await mailsOf(request)).find((each) => each.id === id)
    if (mail === undefined) throw new ApiError('not_found')
    return mail
  }
  app.get('/dev/outbox', async (request, reply) => {
    const mails = await mailsOf(request)
    reply.headers(common)
    return wantsPage(request) ? sendPage(reply, listPage(mails)) : reply.send(mails)
  })
  app.get<OneMail>('/dev/outbox/:id', async (request, reply) => {
    const mail = await mailOf(request, request.params.id)
    reply.headers(common)
    return wantsPage(request) ? sendPage(reply, mailPage(mail)) : reply.send(mail)
  })
  app.get<OneMail>('/dev/outbox/:id/html', async (request, reply) => {
    const { html } = await mailOf(request, request.params.id)
    if (html === null) throw new ApiError('not_found')
    return sendPart(reply.headers(common), partPage(html))
  })
}
