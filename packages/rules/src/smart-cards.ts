/**
 * What kinds of smart card there are. PROX: 125 kHz, without keys. ICLASS: 13.56 MHz, blocks of 8
 * bytes. MIFARE_CLASSIC: 13.56 MHz, sectors of four blocks of 16 bytes.
 */
export const smartCardTypes = ['PROX', 'ICLASS', 'MIFARE_CLASSIC'] as const
export type SmartCardType = (typeof smartCardTypes)[number]

const bytes = /^(?:[0-9A-F]{2}){4,10}$/

/**
 * The number that a chip says of itself (CSN, UID of ISO/IEC 14443-3), as it is kept: 4 to 10 bytes
 * in hexadecimal capitals. Readers print it with spaces, colons or hyphens; null for anything else.
 */
export const chipNumber = (text: string): string | null => {
  const plain = text.replaceAll(/[ :-]/g, '').toUpperCase()
  return bytes.test(plain) ? plain : null
}
