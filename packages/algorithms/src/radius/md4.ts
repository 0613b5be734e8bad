const rotate = (value: number, by: number): number => (value << by) | (value >>> (32 - by))

interface Round {
  readonly mix: (x: number, y: number, z: number) => number
  readonly constant: number
  readonly shifts: readonly [number, number, number, number]
  readonly order: readonly number[]
}

/** RFC 1320, section 3.4. */
const rounds: readonly Round[] = [
  {
    mix: (x, y, z) => (x & y) | (~x & z),
    constant: 0,
    shifts: [3, 7, 11, 19],
    order: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
  },
  {
    mix: (x, y, z) => (x & y) | (x & z) | (y & z),
    constant: 0x5a827999,
    shifts: [3, 5, 9, 13],
    order: [0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15],
  },
  {
    mix: (x, y, z) => x ^ y ^ z,
    constant: 0x6ed9eba1,
    shifts: [3, 9, 11, 15],
    order: [0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15],
  },
]

type Words = readonly [number, number, number, number]

const padded = (message: Uint8Array): Buffer => {
  const length = Math.ceil((message.length + 9) / 64) * 64
  const block = Buffer.alloc(length)
  block.set(message)
  block[message.length] = 0x80
  block.writeBigUInt64LE(BigInt(message.length) * 8n, length - 8)
  return block
}

const compress = (start: Words, block: Buffer): Words => {
  let [a, b, c, d] = start
  for (const { mix, constant, shifts, order } of rounds) {
    for (const [step, word] of order.entries()) {
      const sum = (a + mix(b, c, d) + block.readUInt32LE(word * 4) + constant) | 0
      const next = rotate(sum, shifts[step % 4] ?? 0)
      a = d
      d = c
      c = b
      b = next
    }
  }
  return [(start[0] + a) | 0, (start[1] + b) | 0, (start[2] + c) | 0, (start[3] + d) | 0]
}

/**
 * MD4 (RFC 1320). OpenSSL has it no longer; MS-CHAP needs it, and nothing else may.
 * @returns 16 bytes
 */
export const md4 = (message: Uint8Array): Buffer => {
  const blocks = padded(message)
  let words: Words = [0x67452301, 0xefcdab89 | 0, 0x98badcfe | 0, 0x10325476]
  for (let at = 0; at < blocks.length; at += 64) {
    words = compress(words, blocks.subarray(at, at + 64))
  }
  const digest = Buffer.alloc(16)
  for (const [at, word] of words.entries()) digest.writeInt32LE(word, at * 4)
  return digest
}
