import type { Ids } from './ids.ts'

/** Text of these characters, each as likely as any other: bytes that favor the first ones are left out. */
export const randomText = (ids: Ids, characters: string, length: number): string => {
  const limit = 256 - (256 % characters.length)
  let text = ''
  while (text.length < length) {
    for (const byte of ids.random(length)) {
      if (byte < limit && text.length < length) text += characters.charAt(byte % characters.length)
    }
  }
  return text
}
