/** What we use of ServiceWorkerGlobalScope: its own type library cannot stand beside the page's. */
interface LifeEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface RequestEvent extends LifeEvent {
  readonly request: Request
  respondWith(answer: Promise<Response>): void
}
declare const self: {
  readonly location: Location
  readonly clients: { claim(): Promise<void> }
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate', listener: (event: LifeEvent) => void): void
  addEventListener(type: 'fetch', listener: (event: RequestEvent) => void): void
}

const pages = 'signet-pages'
const assets = 'signet-assets'
/** Old releases' files are dropped once so many have gathered: those of two releases fit. */
const assetLimit = 1200

const isHashed = (path: string): boolean => /^\/assets\/.+-[\w-]{8,}\.\w+$/.test(path)

const trim = async (cache: Cache): Promise<void> => {
  const keys = await cache.keys()
  const surplus = keys.slice(0, Math.max(0, keys.length - assetLimit))
  await Promise.all(surplus.map((key) => cache.delete(key)))
}

/** What is stored under a key; nothing where the browser's store is out of order. */
const stored = async (name: string, key: Request | string): Promise<Response | undefined> => {
  try {
    const cache = await caches.open(name)
    return await cache.match(key)
  } catch {
    return undefined
  }
}

/** Stores beside the answer: a full store, or a page that is gone, is no fault of what was asked. */
const store = async (name: string, key: Request | string, response: Response): Promise<void> => {
  try {
    const cache = await caches.open(name)
    await cache.put(key, response)
    if (name === assets) await trim(cache)
  } catch {
    // The next visit asks the server again.
  }
}

/** A hashed file never changes: the stored one is as good as the server's. */
const cacheFirst = async (event: RequestEvent): Promise<Response> => {
  const { request } = event
  const last = await stored(assets, request)
  if (last !== undefined) return last
  const response = await fetch(request)
  if (response.ok) event.waitUntil(store(assets, request, response.clone()))
  return response
}

/** The page itself comes from the network; the last one stands in while there is none. */
const networkFirst = async (event: RequestEvent): Promise<Response> => {
  const { request } = event
  const key = new URL(request.url).pathname
  try {
    const response = await fetch(request)
    if (response.ok && !response.redirected) {
      event.waitUntil(store(pages, key, response.clone()))
    }
    return response
  } catch (error) {
    const last = await stored(pages, key)
    if (last === undefined) throw error
    return last
  }
}

const dropOthers = async (): Promise<void> => {
  const names = await caches.keys()
  const ours = names.filter(
    (name) => name.startsWith('signet-') && name !== pages && name !== assets,
  )
  await Promise.all(ours.map((name) => caches.delete(name)))
  await self.clients.claim()
}

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()))
self.addEventListener('activate', (event) => event.waitUntil(dropOthers()))
self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (isHashed(pathname)) event.respondWith(cacheFirst(event))
  else if (pathname === '/') event.respondWith(networkFirst(event))
})

export {}
