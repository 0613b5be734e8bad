import type { OutsideService } from './services.ts'

export interface PhoneOfMail {
  readonly deviceId: string
  readonly name: string
  readonly model: string
  readonly operatingSystem: string
  readonly access: 'ALLOWED' | 'BLOCKED' | 'QUARANTINED'
}

/** A mail gateway that knows phones by mailbox (docs/protocols/activesync.md). */
export const mailGateway = (token: string) => {
  const mailboxes = new Map<string, readonly PhoneOfMail[]>()
  const service: OutsideService = ({ method, url, authorization, body }) => {
    if (authorization !== `Bearer ${token}`) return { status: 401 }
    if (url.pathname === '/status') return { json: { status: 'UP' } }
    const [, , mail = '', , id = ''] = url.pathname.split('/').map(decodeURIComponent)
    const phones = mailboxes.get(mail) ?? []
    if (method === 'GET') return { json: { devices: phones } }
    if (!phones.some(({ deviceId }) => deviceId === id)) return null
    const others = phones.filter(({ deviceId }) => deviceId !== id)
    const access = body.access === 'ALLOWED' ? ('ALLOWED' as const) : ('BLOCKED' as const)
    const changed = phones.map((phone) => (phone.deviceId === id ? { ...phone, access } : phone))
    mailboxes.set(mail, method === 'DELETE' ? others : changed)
    return { status: 204 }
  }
  return {
    service,
    has: (mail: string, phones: readonly PhoneOfMail[]) => void mailboxes.set(mail, phones),
    accessOf: (mail: string) => (mailboxes.get(mail) ?? []).map(({ access }) => access),
  }
}
