import type { Outbox, OutboxMessage } from '../mail.ts'

const most = 500

interface OpenOutbox extends Outbox {
  keep(message: OutboxMessage): void
}

/** Keeps the newest 500 messages in memory. */
export const createOutbox = (): OpenOutbox => {
  const messages: OutboxMessage[] = []
  return {
    keep(message) {
      messages.unshift(message)
      messages.splice(most)
    },
    list: () => [...messages],
  }
}
