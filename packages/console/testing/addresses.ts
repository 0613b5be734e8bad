interface Promised {
  readonly id: string
  readonly later?: string
}

const promises = Object.values(
  import.meta.glob<readonly Promised[]>('../../../docs/coverage/promises.json', {
    eager: true,
    import: 'default',
  }),
).flat()

interface Screen {
  readonly address: string
  /** The part of the product that brings its page. */
  readonly later: string | undefined
}

/** Addresses of the sign-in pages, and those that lead on to another page. */
const elsewhere: ReadonlySet<string> = new Set([
  '/error',
  '/identity/user/useronboard',
  '/idp/complete',
  '/logout',
  '/oidc/authentication',
  '/oidc/usercode',
  '/oidc/usercodestatus',
  '/redirect',
  '/reset',
  '/reset/:userId',
  '/root',
  '/saml/authentication',
  '/saml/reauthentication',
  '/signup',
  '/signup/thank-you',
  '/usercodestatus',
])

/** `screen:authorization/{id}/ccg` is at `/authorization/:id/ccg`. */
const addressOf = (id: string): string =>
  `/${id
    .slice('screen:'.length)
    .replaceAll('{applicationType}', 'oidc')
    .replaceAll(/\{(\w+)\}/g, ':$1')}`

const screens: readonly Screen[] = promises
  .filter(({ id }) => id.startsWith('screen:'))
  .map(({ id, later }) => ({ address: addressOf(id), later }))
  .filter(({ address }) => !elsewhere.has(address))

/** Every promised address of a page for signed-in users, as links of documents and mails have them. */
export const addresses: readonly string[] = screens.flatMap(({ address, later }) =>
  later === undefined ? [address] : [],
)

/** Addresses of pages that are not built yet, by what brings them. */
export const waitingAddresses: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  [...Map.groupBy(screens, ({ later }) => later)].flatMap(([later, some]) =>
    later === undefined ? [] : [[later, some.map(({ address }) => address)]],
  ),
)
