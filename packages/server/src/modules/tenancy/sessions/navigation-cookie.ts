import type { Context, Tenant } from '../../../kit/context.ts'

/** `__Host-` binds the cookie to this host over TLS; loopback HTTP cannot have it. */
export const cookieName = ({ publicUrl }: Pick<Tenant, 'publicUrl'>): string =>
  publicUrl.startsWith('https:') ? '__Host-signet' : 'signet'

/** The navigation cookie's value; null without one. Any other name may be another host's doing. */
export const navigationCookie = ({ tenant, request }: Context): string | null => {
  const value = request.cookies(cookieName(tenant))
  return value !== null && /^[\w-]{20,100}$/.test(value) ? value : null
}
