/*
 * How a virtual reader talks with its card: the protocol of vsmartcard's vpcd. Two bytes of length,
 * then a command, or one byte of control.
 */

export const control = { powerOff: 0, powerOn: 1, reset: 2, atr: 4 } as const

export const frame = (bytes: Uint8Array): Buffer => {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(bytes.length)
  return Buffer.concat([length, bytes])
}

/** Puts the bytes of a stream together; gives back what is whole. */
export const createUnframing = () => {
  let rest: Buffer = Buffer.alloc(0)
  return (part: Uint8Array): Buffer[] => {
    rest = Buffer.concat([rest, part])
    const frames: Buffer[] = []
    while (rest.length >= 2 && rest.length >= 2 + rest.readUInt16BE()) {
      const end = 2 + rest.readUInt16BE()
      frames.push(rest.subarray(2, end))
      rest = rest.subarray(end)
    }
    return frames
  }
}
