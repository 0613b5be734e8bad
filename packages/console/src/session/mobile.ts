/** A hand-held device: small, and pointed at with a finger. */
export const isMobileDevice = (): boolean =>
  matchMedia('(max-width: 640px) and (pointer: coarse)').matches
