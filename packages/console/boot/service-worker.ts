/** What we use of ServiceWorkerGlobalScope: its own type library cannot stand beside the page's. */
interface LifeEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface RequestEvent extends Event {
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
/** Old releases' files are dropped once so many have gathered. */
const assetLimit = 400

const isHashed = (path: string): boolean => /^\/assets\/.+-[\w-]{8,}\.\w+$/.test(path)

const trim = async (cache: Cache): Promise<void> => {
  const keys = await cache.keys()
  const surplus = keys.slice(0, Math.max(0, keys.length - assetLimit))
  await Promise.all(surplus.map((key) => cache.delete(key)))
}

/** A hashed file never changes: the stored one is as good as the server's. */
const cacheFirst = async (request: Request): Promise<Response> => {
  const cache = await caches.open(assets)
  const stored = await cache.match(request)
  if (stored !== undefined) return stored
  const response = await fetch(request)
  if (response.ok) {
    await cache.put(request, response.clone())
    await trim(cache)
  }
  return response
}

/** The page itself comes from the network; the last one stands in while there is none. */
const networkFirst = async (request: Request): Promise<Response> => {
  const cache = await caches.open(pages)
  const key = new URL(request.url).pathname
  try {
    const response = await fetch(request)
    if (response.ok && !response.redirected) await cache.put(key, response.clone())
    return response
  } catch (error) {
    const stored = await cache.match(key)
    if (stored === undefined) throw error
    return stored
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
  if (isHashed(pathname)) event.respondWith(cacheFirst(request))
  else if (pathname === '/') event.respondWith(networkFirst(request))
})

export {}
