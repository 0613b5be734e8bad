/** When an id was made, in milliseconds since 1970 (UUIDv7, RFC 9562, section 5.7). */
export const timeOfId = (id: string): number =>
  Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)

/** The least id of a moment. */
export const idAt = (millis: number): string => {
  const hex = Math.max(0, Math.floor(millis)).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}
