import type { Tenant } from '../../../kit/context.ts'

/** Of the navigation cookie: `__Host-` binds it to this host over TLS; loopback HTTP cannot have it. */
export const cookieName = ({ publicUrl }: Tenant): string =>
  publicUrl.startsWith('https:') ? '__Host-signet' : 'signet'
