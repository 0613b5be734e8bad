/** One line for each file of `en/subscriberPortal/`: `subject: typeof subject`. */
export type SubscriberPortal = Record<never, never>
