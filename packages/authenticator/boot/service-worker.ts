export {}

/** What we use of ServiceWorkerGlobalScope: its own type library cannot stand beside the page's. */
interface LifeEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface RequestEvent extends Event {
  readonly request: Request
  respondWith(answer: Promise<Response>): void
}
interface PushedEvent extends LifeEvent {
  readonly data: { json(): unknown } | null
}
interface ClickEvent extends LifeEvent {
  readonly notification: { close(): void }
}
interface Page {
  focus(): Promise<unknown>
}
declare const self: {
  readonly registration: {
    readonly scope: string
    showNotification(title: string, options: object): Promise<void>
  }
  readonly clients: {
    claim(): Promise<void>
    matchAll(options: object): Promise<readonly Page[]>
    openWindow(url: string): Promise<unknown>
  }
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate', listener: (event: LifeEvent) => void): void
  addEventListener(type: 'fetch', listener: (event: RequestEvent) => void): void
  addEventListener(type: 'push', listener: (event: PushedEvent) => void): void
  addEventListener(type: 'notificationclick', listener: (event: ClickEvent) => void): void
}

const scope = '/authenticator/'
const shell = 'signet-authenticator'

/** Other workers of this script only take notices, each of one service: `push/<service>/`. */
const isShell = (): boolean => new URL(self.registration.scope).pathname === scope

/** The whole app: codes are shown without a network. */
const fill = async (): Promise<void> => {
  const cache = await caches.open(shell)
  const listed: unknown = await (await fetch(`${scope}shell.json`)).json()
  const files = Array.isArray(listed) ? listed.map(String) : []
  await cache.addAll([scope, ...files.map((file) => scope + file)])
  const kept = new Set([scope, ...files.map((file) => scope + file)])
  for (const request of await cache.keys()) {
    if (!kept.has(new URL(request.url).pathname)) await cache.delete(request)
  }
}

const stored = async (request: Request): Promise<Response> => {
  const cache = await caches.open(shell)
  return (await cache.match(request, { ignoreSearch: true })) ?? fetch(request)
}

/** The page comes from the network, so that a new release is seen; without one, the stored one. */
const page = async (request: Request): Promise<Response> => {
  try {
    return await fetch(request)
  } catch (error) {
    const kept = await (await caches.open(shell)).match(scope)
    if (kept === undefined) throw error
    return kept
  }
}

self.addEventListener('install', (event) => {
  event.waitUntil((isShell() ? fill() : Promise.resolve()).then(() => self.skipWaiting()))
})
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate') event.respondWith(page(request))
  else if (pathname.startsWith(`${scope}assets/`)) event.respondWith(stored(request))
})
const textIn = (sent: unknown, name: 'title' | 'body'): string => {
  const value: unknown = new Map(Object.entries(Object(sent))).get(name)
  return typeof value === 'string' ? value : ''
}

self.addEventListener('push', (event) => {
  const sent: unknown = event.data?.json()
  const options = {
    body: textIn(sent, 'body'),
    // Of one service: a notice takes no other's place. One that takes its own's is heard, too.
    tag: `signet-push ${self.registration.scope}`,
    renotify: true,
    icon: `${scope}icon.svg`,
  }
  event.waitUntil(self.registration.showNotification(textIn(sent, 'title'), options))
})
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const open = async (): Promise<void> => {
    const [first] = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
    await (first === undefined ? self.clients.openWindow(scope) : first.focus())
  }
  event.waitUntil(open())
})
