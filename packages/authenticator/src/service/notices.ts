import type { Locale } from '@signet/rules/locales'
import { base64url, utf8 } from '../keys/bytes.ts'
import { type Account, listAccounts, noteOfAccount } from '../store/accounts.ts'
import { readSubscription, type Service, subscribeAt } from './calls.ts'

/** A browser has one subscription for each worker, and each service a key of its own: a worker each. */
const scopeOf = async (url: string): Promise<string> => {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', utf8(url)))
  return `/authenticator/push/${base64url(digest.slice(0, 12))}/`
}

const script = '/authenticator/service-worker.js'

/** Whether this browser can be woken, and whether it may be. */
export const noticesState = (): 'NONE' | NotificationPermission =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
    ? Notification.permission
    : 'NONE'

const active = (registration: ServiceWorkerRegistration): Promise<void> => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const worker = registration.installing ?? registration.waiting
  if (registration.active !== null || worker === null) resolve()
  worker?.addEventListener('statechange', () => {
    if (worker.state === 'activated') resolve()
  })
  return promise
}

const textOf = (buffer: ArrayBuffer | null): string => (buffer === null ? '' : base64url(buffer))

/** The browser's subscription for this key; one for another is given up. */
const subscriptionFor = async (
  { pushManager }: ServiceWorkerRegistration,
  key: string,
): Promise<PushSubscription> => {
  const known = await pushManager.getSubscription()
  if (known !== null && textOf(known.options.applicationServerKey) === key) return known
  await known?.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
}

const subscribe = async (account: Account, service: Service, locale: Locale): Promise<void> => {
  const { applicationServerKey, subscribed } = await readSubscription(service)
  const scope = await scopeOf(service.url)
  const registration = await navigator.serviceWorker.register(script, { scope })
  await active(registration)
  const subscription = await subscriptionFor(registration, applicationServerKey)
  const told = `${locale} ${subscription.endpoint}`
  if (subscribed && account.noticesTo === told) return
  const [p256dh, auth] = [subscription.getKey('p256dh'), subscription.getKey('auth')]
  const keys = { p256dh: textOf(p256dh), auth: textOf(auth) }
  await subscribeAt(service, { kind: 'WEB', address: subscription.endpoint, keys, locale })
  await noteOfAccount(account.id, { noticesTo: told })
}

/** Has every service wake this app. One that fails is tried with the next start. */
export const subscribeAll = async (locale: Locale): Promise<void> => {
  const accounts = await listAccounts()
  const subscribing = accounts.map(async (account) => {
    if (account.service === null || account.state !== 'ACTIVE') return
    await subscribe(account, account.service, locale)
  })
  await Promise.allSettled(subscribing)
}

/** No notices of a service any more: its last account is gone. */
export const forgetNotices = async ({ url }: Service): Promise<void> => {
  if (!('serviceWorker' in navigator)) return
  const scope = await scopeOf(url)
  const registration = await navigator.serviceWorker.getRegistration(scope)
  if (registration?.scope.endsWith(scope)) await registration.unregister()
}
