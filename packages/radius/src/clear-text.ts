import { type Packet, textOf } from '@signet/algorithms/radius/packet'

/** The service takes no control character; some access servers end a text with a zero byte. */
const isUnclear = (text: string): boolean => /[\p{Cc}\p{Cs}]/u.test(text)

/** A text that the service takes; null where there is none. */
export const clearText = (packet: Packet, type: number): string | null => {
  const text = textOf(packet, type)
  return text === null || isUnclear(text) ? null : text
}
