import { cutText } from './text.ts'

export const clientInfoMaximum = 255

/** Browser or operating system with its version, cut to what is kept with devices and events. */
export const cutClientInfo = (nameAndVersion: string): string =>
  cutText(nameAndVersion, clientInfoMaximum)
