import { type Asked, startOutside } from '../../../testing/access/outside.ts'

/** The name of a run says whose it is and what for: the fake has nothing to remember. */
const shownRun = (id: string) => {
  const [, applicant = '', workflow = ''] = id.split('~')
  return {
    body: {
      id,
      status: 'approved',
      applicant_id: applicant,
      workflow_id: workflow,
      link: { url: `https://id.provider.example/${id}` },
    },
  }
}

const faceProvider = ({ method, path, body }: Asked) => {
  if (path === '/faces/applicants') return { status: 201, body: { id: crypto.randomUUID() } }
  if (method === 'DELETE') return { status: 204 }
  const run = `${crypto.randomUUID()}~${String(body.applicant_id)}~${String(body.workflow_id)}`
  return shownRun(method === 'POST' ? run : decodeURIComponent(path.split('/').at(-1) ?? ''))
}

const device = { deviceId: 'PHONE1', access: 'QUARANTINED', name: 'Phone' }

/** The mail gateway of docs/protocols/activesync.md, through which each mailbox has one phone. */
const mailGateway = ({ method, path }: Asked) => {
  if (path.endsWith('/status')) return { body: { status: 'ok' } }
  return method === 'GET' ? { body: { devices: [device] } } : { status: 204 }
}

/** WeChat, where everybody has agreed. */
const weChat = ({ path }: Asked) =>
  path.includes('/sns/') ? { body: { openid: crypto.randomUUID() } } : { body: { errcode: 40001 } }

/** An identity provider to whom everybody is the same. */
const identityProvider = ({ path }: Asked) =>
  path === '/idp/token'
    ? { body: { access_token: 'upstream', token_type: 'Bearer' } }
    : { body: { id: 'known' } }

/**
 * Services outside that agree to everything, with all that they were asked: faces under `/faces`,
 * WeChat under `/wechat`, accounts under `/idp`, mailboxes under `/mail`.
 */
export const startOutsideServices = async () => {
  const requests: Asked[] = []
  const outside = await startOutside((asked) => {
    requests.push(asked)
    if (asked.path.startsWith('/idp/')) return identityProvider(asked)
    if (asked.path.startsWith('/wechat/')) return weChat(asked)
    return asked.path.startsWith('/faces/') ? faceProvider(asked) : mailGateway(asked)
  })
  return { ...outside, requests }
}
