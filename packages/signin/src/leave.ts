/** Where pages send the browser; the tests put theirs in place. */
interface Exits {
  readonly assign: (address: string) => void
  readonly post: (address: string) => void
  readonly reload: () => void
}

/** A navigation by POST, for what a GET may not do. */
const post = (address: string): void => {
  const form = document.createElement('form')
  Object.assign(form, { method: 'post', enctype: 'text/plain', action: address, hidden: true })
  document.body.append(form)
  form.submit()
  form.remove()
}

let exits: Exits = {
  assign: (address) => location.assign(address),
  post,
  reload: () => location.reload(),
}

export const replaceExits = (parts: Partial<Exits>): void => {
  exits = { ...exits, ...parts }
}

export const reload = (): void => exits.reload()

/** Goes on where the server says; never to another origin, whatever it says. */
export const goOn = (address: string): void => {
  const isOwn =
    URL.canParse(address, location.origin) &&
    new URL(address, location.origin).origin === location.origin
  exits.assign(isOwn ? address : '/')
}

/** Leaves for a file of this service that is made by POST; the page stays. */
export const fetchFile = (path: `/api/${string}`): void => exits.post(path)

/** Hands over to a service outside that the tenant has named; over https and nothing else. */
export const handOver = (address: string): void => {
  if (URL.canParse(address) && new URL(address).protocol === 'https:') exits.assign(address)
}

/** Hands over to an identity provider that the service has named; in clear only from a page in clear. */
export const leaveForProvider = (address: string): void => {
  const { protocol } = new URL(address)
  if (protocol === 'https:' || protocol === location.protocol) exits.assign(address)
}

/** Opens a page of the console: the fragment alone would leave this bundle in the page. */
export const openConsole = (route: string): void => {
  const address = `/#${route}`
  if (location.pathname !== '/') return exits.assign(address)
  history.replaceState(null, '', address)
  exits.reload()
}

/** Opens a page of these pages from the root, where fragments are routes. */
export const openPage = (route: string): void => {
  if (location.pathname !== '/') return exits.assign(`/#${route}`)
  location.hash = route
}
