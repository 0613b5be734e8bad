import { isPlaceholderAlone } from './connector-templates.ts'

/** Shown in the place of a part of a URL that may be a secret; sent back, the stored part is kept. */
export const urlMask = '***'

interface Parts {
  /** Scheme with `//`. */
  readonly scheme: string
  /** Without the `@`; null where there is none. */
  readonly userinfo: string | null
  readonly host: string
  /** Segments of the path, the first one empty. */
  readonly path: readonly string[]
  /** Parameters of the query as written; null without a `?`. */
  readonly query: readonly string[] | null
  /** With its `#`, or empty. */
  readonly fragment: string
}

const partsOf = (url: string): Parts => {
  const [beforeFragment = '', ...fragment] = url.split('#')
  const [beforeQuery = '', ...query] = beforeFragment.split('?')
  const scheme = /^[A-Za-z][A-Za-z0-9+.-]*:\/\//.exec(beforeQuery)?.[0] ?? ''
  const [authority = '', ...path] = beforeQuery.slice(scheme.length).split('/')
  const at = authority.lastIndexOf('@')
  return {
    scheme,
    userinfo: at < 0 ? null : authority.slice(0, at),
    host: authority.slice(at + 1),
    path: path.length === 0 ? [] : ['', ...path],
    query: query.length === 0 ? null : query.join('?').split('&'),
    fragment: fragment.length === 0 ? '' : `#${fragment.join('#')}`,
  }
}

const joined = ({ scheme, userinfo, host, path, query, fragment }: Parts): string =>
  [
    scheme,
    userinfo === null ? '' : `${userinfo}@`,
    host,
    path.join('/'),
    query === null ? '' : `?${query.join('&')}`,
    fragment,
  ].join('')

const isOpen = (value: string): boolean => value === '' || isPlaceholderAlone(value)

const maskedParameter = (parameter: string): string => {
  const at = parameter.indexOf('=')
  if (at < 0) return isOpen(parameter) ? parameter : urlMask
  return isOpen(parameter.slice(at + 1)) ? parameter : `${parameter.slice(0, at)}=${urlMask}`
}

/** Long, of letters and digits, and no UUID: services for incoming webhooks put their keys there. */
const isKeyLike = (segment: string): boolean =>
  /^[A-Za-z0-9_:~-]{20,}$/.test(segment) &&
  /\d/.test(segment) &&
  /[A-Za-z]/.test(segment) &&
  !/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(segment)

/** A URL as answers and the audit log show it: without userinfo and fixed values of its query. */
export const maskedUrl = (url: string): string => {
  const parts = partsOf(url)
  return joined({
    ...parts,
    userinfo: parts.userinfo === null ? null : urlMask,
    query: parts.query?.map(maskedParameter) ?? null,
    fragment: parts.fragment === '' ? '' : `#${urlMask}`,
  })
}

/** The same for URLs whose path may be the secret: those of incoming webhooks. */
export const maskedHook = (url: string): string => {
  const parts = partsOf(maskedUrl(url))
  const path = parts.path.map((segment) => (isKeyLike(segment) ? urlMask : segment))
  return joined({ ...parts, path })
}

const isMask = (parameter: string): boolean =>
  parameter.slice(parameter.indexOf('=') + 1) === urlMask

const holdsMask = ({ userinfo, path, query, fragment }: Parts): boolean =>
  userinfo === urlMask ||
  path.includes(urlMask) ||
  fragment === `#${urlMask}` ||
  (query ?? []).some(isMask)

/**
 * A URL as it was sent with its masks filled from the stored one. Null where a mask has nothing behind
 * it: there is no stored URL, or another host, path or parameter, which must not get the secret.
 */
export const unmaskedUrl = (
  given: string,
  stored: string | null,
  masked: (url: string) => string = maskedUrl,
): string | null => {
  const parts = partsOf(given)
  if (!holdsMask(parts)) return given
  if (stored === null) return null
  const [kept, shown] = [partsOf(stored), partsOf(masked(stored))]
  const isSamePlace =
    parts.scheme === kept.scheme &&
    parts.host === kept.host &&
    parts.userinfo === shown.userinfo &&
    parts.path.join('/') === shown.path.join('/')
  if (!isSamePlace) return null
  const left = [...(kept.query ?? [])]
  const query = (parts.query ?? []).map((parameter) => {
    if (!isMask(parameter)) return parameter
    const at = left.findIndex((one) => maskedParameter(one) === parameter)
    return at < 0 ? null : left.splice(at, 1)[0]
  })
  if (query.some((one) => one === null || one === undefined)) return null
  return joined({
    ...kept,
    query: parts.query === null ? null : query.flatMap((one) => one ?? []),
    fragment: parts.fragment === `#${urlMask}` ? kept.fragment : parts.fragment,
  })
}
