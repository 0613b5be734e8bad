/* Written by `npm run modules`. */

/** There is no file in `en/subscriberPortal/` yet. */
export type SubscriberPortal = Record<never, never>
